import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeGeneralCodebook } from "#lib/study-exports/codebook.ts";

// After a change of a column: node --conditions=react-server -e 'import("#lib/study-exports/codebook.ts").then((it) =>
// process.stdout.write(it.writeGeneralCodebook()))' > docs/formats/codebook.md
test("the codebook of the docs is what exports say of themselves", () => {
  expect(readFileSync("docs/formats/codebook.md", "utf8")).toBe(writeGeneralCodebook());
});
