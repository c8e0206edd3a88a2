import { expect, test } from "vitest";
import { z } from "zod";
import { renderOpenApi } from "#lib/study-api/openapi.ts";
import { operations } from "#lib/study-api/operations.ts";
import { answers } from "#lib/study-api/routes.ts";
import { apiVersion, figureKinds, rowKinds } from "#lib/study-api/schema.ts";

type Parameter = { name: string; in: string; required?: boolean; schema: object };
type OpenApiDocument = {
  openapi: string;
  info: { version: string };
  paths: Record<string, { get: { parameters?: Parameter[]; responses: Record<string, object> } }>;
  components: { schemas: Record<string, z.core.JSONSchema.JSONSchema> };
};

test("the description is a whole document: every part of an address is a parameter, every parameter and answer has its form", () => {
  const { openapi, info, paths, components } = JSON.parse(renderOpenApi()) as OpenApiDocument;
  expect([openapi, info.version]).toEqual(["3.1.0", apiVersion]);
  for (const [address, { get }] of Object.entries(paths)) {
    const { parameters = [], responses } = get;
    const named = parameters.map((one) => `${one.in} ${one.name}`);
    expect(new Set(named).size, address).toBe(named.length);
    const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = parameters.filter((one) => one.in === "path");
    expect(described.map(({ name }) => name).sort(), address).toEqual(inPath.sort());
    expect(
      described.every(({ required }) => required),
      address,
    ).toBe(true);
    for (const { schema } of parameters) expect(schema, address).toBeTypeOf("object");
    expect(Object.keys(responses), address).toContain("200");
    for (const response of Object.values(responses))
      expect("$ref" in response || "description" in response, address).toBe(true);
  }
  // What JSON Schema doesn't know is refused here.
  const $defs = components.schemas;
  for (const name of Object.keys($defs)) {
    const moved = JSON.stringify({ $defs, $ref: `#/$defs/${name}` }).replaceAll(
      "#/components/schemas/",
      "#/$defs/",
    );
    expect(() => z.fromJSONSchema(JSON.parse(moved) as z.core.JSONSchema.JSONSchema), name).not.toThrow();
  }
});

test("everything that is answered is described, and nothing that isn't", () => {
  const answered = Object.keys(answers).flatMap((path) => {
    const address = `/api/v1/${path}`.replace(/\/$/, "");
    if (address.includes("{figures}")) return figureKinds.map((kind) => address.replace("{figures}", kind));
    return address.includes("{rows}") ? rowKinds.map((kind) => address.replace("{rows}", kind)) : [address];
  });
  answered.push("/api/v1/openapi.json");
  expect(operations.map((one) => one.path).sort()).toEqual(answered.sort());
});

test("every reference of the description leads somewhere, and every operation has a name of its own", () => {
  const text = renderOpenApi();
  const description = JSON.parse(text) as object;
  const references = [...text.matchAll(/"#\/([\w/]+)"/g)].map(([, reference = ""]) => reference);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) expect(description).toHaveProperty(reference.split("/"));
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});
