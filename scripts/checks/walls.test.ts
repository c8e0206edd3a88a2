import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#scripts/project.ts";

const eslint = new ESLint({ cwd: projectRoot });

/** The messages of the house rules for one line of code, as if it stood in that file. */
async function complaints(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: file });
  const ours = [
    "@typescript-eslint/no-restricted-imports",
    "no-restricted-properties",
    "no-restricted-syntax",
  ];
  return (result?.messages ?? []).filter((m) => ours.includes(m.ruleId ?? "")).map((m) => m.message);
}

const refused: [file: string, code: string][] = [
  ["app/x/page.tsx", 'export { db } from "#lib/db.ts";'],
  ["app/x/page.tsx", 'export { PrismaClient } from "#lib/generated/prisma/client.ts";'],
  ["app/x/page.tsx", 'export { admit } from "#lib/auth/viewer.ts";'],
  ["app/x/page.tsx", 'export { result } from "../result";'],
  ["components/people/x.tsx", 'export { listUsers } from "#lib/users/queries.ts";'],
  ["components/people/x.tsx", 'export { createUser } from "#lib/users/mutations.ts";'],
  ["components/people/x.tsx", 'export { getViewer } from "#lib/auth/request/request.ts";'],
  ["components/people/x.tsx", 'export { Page } from "#app/page.tsx";'],
  ["components/ui/x.tsx", 'export { fail } from "#lib/result.ts";'],
  ["components/ui/x.tsx", 'export { SignInForm } from "#components/doors/sign-in-form.tsx";'],
  ["components/charts/x.tsx", 'export { handleFrom } from "#lib/users/schema.ts";'],
  ["app/x/page.tsx", 'import { Suspense } from "react";\nexport default Suspense;'],
  ["lib/users/schema.ts", 'export { db } from "#lib/db.ts";'],
  ["lib/users/queries.ts", 'export { Button } from "#components/ui/button.tsx";'],
  ["lib/users/queries.ts", 'export { admit } from "#lib/auth/viewer.ts";'],
  ["lib/users/queries.ts", 'export { chooseTheme } from "#lib/preferences/actions.ts";'],
  ["lib/users/queries.ts", 'export { migrate } from "#scripts/migrate/migrate.ts";'],
  ["lib/users/queries.ts", "export const port = process.env.PORT;"],
  ["lib/metrics/x.ts", 'export { fail } from "#lib/result.ts";'],
  ["app/x/page.tsx", 'export { operator } from "#lib/auth/operator.ts";'],
  ["lib/users/actions.ts", 'export { system } from "#lib/auth/operator.ts";'],
  ["scripts/x.ts", 'export { admit } from "#lib/auth/viewer.ts";'],
];

const allowed: [file: string, code: string][] = [
  ["app/x/page.tsx", 'export { listUsers } from "#lib/users/queries.ts";'],
  ["components/people/x.tsx", 'export { addUser } from "#lib/users/actions.ts";'],
  ["components/people/x.tsx", 'export { handleFrom } from "#lib/users/schema.ts";'],
  ["components/ui/streamed.tsx", 'import { Suspense } from "react";\nexport default Suspense;'],
  ["components/ui/x.tsx", 'export { Button } from "#components/ui/button.tsx";'],
  ["lib/users/queries.ts", 'export { db } from "#lib/db.ts";'],
  ["lib/users/queries.ts", 'export { recordEvent } from "#lib/audit/mutations.ts";'],
  ["lib/auth/x.ts", 'export { admit } from "#lib/auth/viewer.ts";'],
  ["lib/jobs/x.ts", 'export { system } from "#lib/auth/operator.ts";'],
  ["lib/env.ts", "export const port = process.env.PORT;"],
];

describe("the import rules", () => {
  it.each(refused)("refuse in %s: %s", async (file, code) => {
    expect(await complaints(file, code)).toHaveLength(1);
  });

  it.each(allowed)("allow in %s: %s", async (file, code) => {
    expect(await complaints(file, code)).toEqual([]);
  });
});
