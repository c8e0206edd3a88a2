import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writeOpenApi } from "#lib/study-api/openapi.ts";
import { operations } from "#lib/study-api/operations.ts";
import { figureKinds, rowKinds } from "#lib/study-api/schema.ts";

const root = path.resolve(import.meta.dirname, "../..");

// `vitest -u` writes it anew.
test("docs/formats/openapi.json describes what is served", async () => {
  await expect(writeOpenApi()).toMatchFileSnapshot(path.join(root, "docs/formats/openapi.json"));
});

test("every route under /api/v1 is described, and nothing that isn't there", () => {
  const routes = globSync("app/api/v1/**/route.ts", { cwd: root }).flatMap((file) => {
    const address = `/${path.dirname(file).split(path.sep).slice(1).join("/")}`.replaceAll(
      /\[(slug|table|figure|file|review|reviewFile)\]/g,
      "{$1}",
    );
    if (address.includes("[figures]")) return figureKinds.map((kind) => address.replace("[figures]", kind));
    return address.includes("[rows]") ? rowKinds.map((kind) => address.replace("[rows]", kind)) : [address];
  });
  expect(operations.map((one) => one.path).sort()).toEqual(routes.sort());
});

test("every reference of the description leads somewhere, and every operation has a name of its own", () => {
  const text = writeOpenApi();
  const description = JSON.parse(text) as object;
  const references = [...text.matchAll(/"#\/([\w/]+)"/g)].map(([, reference = ""]) => reference);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) expect(description).toHaveProperty(reference.split("/"));
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});
