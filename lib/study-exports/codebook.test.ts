import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listAllColumns } from "#lib/study-exports/columns.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";
import { renderGeneralCodebook } from "#lib/study-exports/codebook.ts";

// After a change of a column: node --conditions=react-server -e 'import("#lib/study-exports/codebook.ts").then((it) =>
// process.stdout.write(it.renderGeneralCodebook()))' > docs/formats/codebook.md
test("the codebook of the docs is what exports say of themselves", () => {
  expect(readFileSync("docs/formats/codebook.md", "utf8")).toBe(renderGeneralCodebook());
});

test("a question that may be passed over says by which word, and only there", () => {
  const label = { en: "Age", "zh-CN": "" };
  const about = (preferNotToSay?: boolean) =>
    listAllColumns({
      kinds: kindNames,
      options: 2,
      plan: { background: [{ key: "age", kind: "number", label }], preferNotToSay },
      texts: "with",
    }).participants.at(-1)?.about;
  expect(about()).toBe("Age");
  expect(about(true)).toContain("`prefer_not_to_say`");
});
