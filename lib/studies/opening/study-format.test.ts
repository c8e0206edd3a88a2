import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import fields from "#lib/studies/study-fields.json" with { type: "json" };
import { readStudyFile, studyFileSchema } from "#lib/studies/opening/study-file.ts";
import { planVersion } from "#lib/studies/plan-versions.ts";
import { newDesign } from "#lib/studies/template.ts";

const folder = path.resolve("docs/formats");
const descriptions = new Map(Object.entries(fields));

type Node = {
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  description?: string;
};

/** Descriptions are written beside the schema, by path; what two languages share is written once. */
function describeProperties(node: Node, place: string, used: Set<string>): void {
  for (const variant of [...(node.anyOf ?? []), ...(node.oneOf ?? [])])
    describeProperties(variant, place, used);
  if (node.items) describeProperties(node.items, `${place}*.`, used);
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const own = place + name;
    const known = [own, own.replace(/^words\.[^.]+\./, "words.*.")].find((one) => descriptions.has(one));
    property.description = descriptions.get(known ?? "") ?? "";
    used.add(known ?? own);
    describeProperties(property, `${own}.`, used);
  }
}

// `vitest -u` writes it anew.
test("docs/formats/study.schema.json says what a study.json may hold, each field in words", async () => {
  const written = studyFileSchema.extend({ version: z.literal(planVersion).optional() });
  const schema = z.toJSONSchema(written, { io: "input", unrepresentable: "any", reused: "inline" });
  const used = new Set<string>();
  describeProperties(schema as Node, "", used);
  expect([...used].sort()).toEqual([...descriptions.keys()].sort());
  const document = `${JSON.stringify({ title: "A study, as a file", ...schema }, null, 2)}\n`;
  await expect(document).toMatchFileSnapshot(path.join(folder, "study.schema.json"));
});

test("docs/formats/study-example.json is the template's study, and can be read", () => {
  const template = newDesign("personaeval", 2025);
  const example = readStudyFile(readFileSync(path.join(folder, "study-example.json"), "utf8"));
  expect(example).toEqual({
    ok: true,
    file: { title: "PersonaEval human study", ...template, benchmark: "personaeval" },
  });
});
