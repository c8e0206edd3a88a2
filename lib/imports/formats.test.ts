import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { caseLine } from "#lib/benchmarks/case-files/case-file.ts";
import { predictionLine } from "#lib/model-runs/result-row.ts";

const folder = path.resolve(import.meta.dirname, "../../docs/formats");

// `vitest -u` writes them anew.
test.each([
  ["case", "A case of a benchmark, one object per line", caseLine],
  ["prediction", "A model’s answer to a case, one object per line", predictionLine],
])("docs/formats/%s.schema.json says what the import takes", async (name, title, type) => {
  const schema = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  const written = `${JSON.stringify({ title, ...schema }, null, 2)}\n`;
  await expect(written).toMatchFileSnapshot(path.join(folder, `${name}.schema.json`));
});
