import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "#scripts/project.ts";

// Each line of code stands in a file of its own.
const refused: [file: string, code: string][] = [
  ["app/x/page.tsx", 'export { db } from "#lib/db.ts";'],
  ["app/x/a/page.tsx", 'export { PrismaClient } from "#lib/generated/prisma/client.ts";'],
  ["app/x/b/page.tsx", 'export { admit } from "#lib/auth/viewer.ts";'],
  ["app/x/c/page.tsx", 'export { result } from "../result";'],
  ["components/people/x.tsx", 'export { listUsers } from "#lib/users/queries.ts";'],
  ["components/people/a/x.tsx", 'export { createUser } from "#lib/users/mutations.ts";'],
  ["components/people/b/x.tsx", 'export { getViewer } from "#lib/auth/request/request.ts";'],
  ["components/people/c/x.tsx", 'export { Page } from "#app/page.tsx";'],
  ["components/ui/x.tsx", 'export { fail } from "#lib/result.ts";'],
  ["components/ui/a/x.tsx", 'export { SignInForm } from "#components/doors/sign-in-form.tsx";'],
  ["components/charts/x.tsx", 'export { handleFrom } from "#lib/users/schema.ts";'],
  ["app/x/d/page.tsx", 'import { Suspense } from "react";\nexport default Suspense;'],
  ["lib/users/schema.ts", 'export { db } from "#lib/db.ts";'],
  ["lib/users/queries.ts", 'export { Button } from "#components/ui/button.tsx";'],
  ["lib/users/a/queries.ts", 'export { admit } from "#lib/auth/viewer.ts";'],
  ["lib/users/b/queries.ts", 'export { chooseTheme } from "#lib/preferences/actions.ts";'],
  ["lib/users/c/queries.ts", 'export { migrate } from "#scripts/migrate/migrate.ts";'],
  ["lib/users/d/queries.ts", "export const port = process.env.PORT;"],
  ["lib/metrics/x.ts", 'export { fail } from "#lib/result.ts";'],
  ["app/x/e/page.tsx", 'export { operator } from "#lib/auth/operator.ts";'],
  ["lib/users/actions.ts", 'export { system } from "#lib/auth/operator.ts";'],
  ["lib/users/e/schema.ts", 'export { PrismaClient } from "#lib/generated/prisma/client.ts";'],
  ["lib/users/f/schema.ts", 'export { inTransaction } from "#lib/bulk/transaction.ts";'],
  ["lib/figures/x.ts", 'export { handleFrom } from "#lib/users/schema.ts";'],
  ["lib/own-data/a/queries.ts", 'export { choiceServer } from "#lib/task-kinds/choice/server-kind.ts";'],
  ["lib/own-data/schema.ts", 'export type { OptionValue } from "#lib/task-kinds/options/value.ts";'],
  ["components/sitting/a/x.tsx", 'export { Reading } from "#components/task-kinds/choice/reading.tsx";'],
  ["components/study-results/x.tsx", 'export { optionFields } from "#lib/task-kinds/options/value.ts";'],
  ["app/x/g/page.tsx", 'export { Reading } from "#components/task-kinds/choice/reading.tsx";'],
  ["e2e/x.test.ts", 'export type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";'],
  ["lib/users/g/schema.ts", 'export type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";'],
  ["lib/jobs/a/x.ts", 'export type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";'],
  ["lib/users/x.test.ts", 'export type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";'],
  ["lib/task-kinds/options/x.ts", 'export { traits } from "#lib/task-kinds/traits/profile.ts";'],
  ["lib/task-kinds/choice/a/x.ts", 'export { other } from "#lib/task-kinds/other/kind.ts";'],
  ["lib/study-results/kinds/pair/x.ts", 'export { rate } from "#lib/study-results/kinds/rating/results.ts";'],
  ["lib/study-results/overview/x.ts", 'export { record } from "#lib/study-results/kinds/pair/tables.ts";'],
  ["lib/reports/kinds/rating/x.ts", 'export { record } from "#lib/study-results/kinds/pair/tables.ts";'],
  ["scripts/x.ts", 'export { admit } from "#lib/auth/viewer.ts";'],
  ["app/x/g/page.tsx", 'export { describeStaff } from "#lib/auth/second-factor/half-cookie.ts";'],
  ["lib/users/g/queries.ts", 'export { describePerson } from "#lib/auth/request/request.ts";'],
];

const allowed: [file: string, code: string][] = [
  ["app/x/f/page.tsx", 'export { listUsers } from "#lib/users/queries.ts";'],
  ["components/people/d/x.tsx", 'export { addUser } from "#lib/users/actions.ts";'],
  ["components/people/e/x.tsx", 'export { handleFrom } from "#lib/users/schema.ts";'],
  ["components/ui/streamed.tsx", 'import { Suspense } from "react";\nexport default Suspense;'],
  ["components/ui/b/x.tsx", 'export { Button } from "#components/ui/button.tsx";'],
  ["lib/users/e/queries.ts", 'export { db } from "#lib/db.ts";'],
  ["lib/users/f/queries.ts", 'export { recordEvent } from "#lib/auth/record-mutations.ts";'],
  ["lib/preferences/x.ts", 'export { handleFrom } from "#lib/users/schema.ts";'],
  ["lib/auth/x.ts", 'export { admit } from "#lib/auth/viewer.ts";'],
  ["app/x/h/page.tsx", 'export { requireViewer } from "#lib/auth/request/request.ts";'],
  ["lib/jobs/x.ts", 'export { system } from "#lib/auth/operator.ts";'],
  ["lib/own-data/queries.ts", 'export { serverKindOf } from "#lib/task-kinds/server-registry.ts";'],
  ["components/sitting/x.tsx", 'export { readings } from "#components/task-kinds/registry.tsx";'],
  ["lib/task-kinds/registry.ts", 'export { traits } from "#lib/task-kinds/traits/profile.ts";'],
  ["lib/task-kinds/choice/x.ts", 'export { optionAnswer } from "#lib/task-kinds/options/value.ts";'],
  ["lib/task-kinds/traits/x.test.ts", 'export { traits } from "#lib/task-kinds/traits/profile.ts";'],
  ["components/task-kinds/choice/x.tsx", 'export { optionFields } from "#lib/task-kinds/options/value.ts";'],
  ["lib/study-results/kinds/judged/x.ts", 'export { few } from "#lib/study-results/kinds/judged/table.ts";'],
  ["lib/reports/kinds/pair/x.ts", 'export { record } from "#lib/study-results/kinds/pair/tables.ts";'],
  ["lib/env.ts", "export const port = process.env.PORT;"],
];

type Complaint = { code: string; filename: string };
const ours = ["eslint(no-restricted-imports)", "eslint(no-restricted-properties)"];

/** How often the house rules complain, by file, in a house that has these files alone. */
function countComplaints(files: readonly (readonly [file: string, code: string])[]): Map<string, number> {
  const house = mkdtempSync(path.join(tmpdir(), "benchside-walls-"));
  afterAll(() => rmSync(house, { recursive: true }));
  const brought = path.join(projectRoot, "node_modules");
  symlinkSync(brought, path.join(house, "node_modules"));
  copyFileSync(path.join(projectRoot, "oxlint.config.ts"), path.join(house, "oxlint.config.ts"));
  for (const [file, code] of files) {
    mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(house, file), `${code}\n`);
  }
  const program = path.join(brought, "oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [program, "--format=json"], {
    cwd: house,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Complaint[] };
  const counts = new Map<string, number>();
  for (const { code, filename } of diagnostics)
    if (ours.includes(code)) counts.set(filename, (counts.get(filename) ?? 0) + 1);
  return counts;
}

describe("the import rules", () => {
  const counts = countComplaints([...refused, ...allowed]);

  it.each(refused)("refuse in %s: %s", (file) => expect(counts.get(file)).toBe(1));
  it.each(allowed)("allow in %s: %s", (file) => expect(counts.get(file)).toBeUndefined());
});
