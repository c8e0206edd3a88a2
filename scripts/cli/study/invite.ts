import { env } from "#lib/env.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { printFile, Refusal, report } from "#scripts/cli/outcome.ts";
import { requireStudy } from "#scripts/cli/study/require.ts";

type Options = { count: string; cohort?: string; expires?: string; csv?: boolean; json?: boolean };

/** The codes are nowhere else: whoever loses what is printed here re-issues the invitation. */
export async function invite(slug: string, options: Options): Promise<void> {
  if (options.csv && options.json) throw new Refusal("use --csv or --json, not both");
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { csvLine } = await import("#lib/files/csv/cell.ts");
    const { joinPath, newInvitations } = await import("#lib/invitations/schema.ts");
    const { showCode } = await import("#lib/studies/codes/schema.ts");
    const { createInvitations } = await import("#lib/invitations/mutations.ts");
    const { id, state } = await requireStudy(operator(), slug);
    const { count, cohort = "", expires: expiresAt = "" } = options;
    const given = newInvitations.safeParse({ studyId: id, count, cohort, expiresAt });
    if (!given.success)
      throw new Refusal(
        ...given.error.issues.map(({ path }) => meanings[String(path[0])] ?? String(path[0])),
      );
    const { studyId, ...wanted } = given.data;
    const made = await createInvitations(operator(), studyId, wanted);
    if (!made.ok)
      throw new Refusal(`${slug} is ${state}: people can only be invited to an open or paused study`);
    const rows = made.value.map(({ number, code, cohort }) => ({
      number,
      code: showCode(code),
      link: env.baseUrl + joinPath(code),
      cohort,
      last_day: options.expires ?? "",
    }));
    const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
    if (options.csv) printFile(lines.map(csvLine).join(""));
    else
      report(
        options.json,
        rows,
        rows.map(({ number, link, cohort }) => `${number}  ${link}${cohort ? `  ${cohort}` : ""}`),
      );
  });
}

const meanings: Readonly<Record<string, string>> = {
  count: "--count: a whole number from 1 to 2000",
  cohort: "--cohort: 1 to 60 characters",
  expiresAt: "--expires: a date in the future, such as 2030-12-31",
};
