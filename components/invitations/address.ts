import { joinPath, prolificParameters } from "#lib/invitations/schema.ts";
import type { RecruitmentWay } from "#lib/studies/schema.ts";
import type { CreatedInvitations } from "#components/invitations/sheet.tsx";
import { csvLine } from "#lib/files/csv/cell.ts";
import { showCode } from "#lib/studies/codes/schema.ts";

/** Prolific puts the values in place of the marks; written as an address would have them, they stay marks. */
export const prolificMarks = Object.values(prolificParameters).map((name) => `${name}={{%${name}%}}`);

/** What is handed out, or pasted into Prolific. */
export function invitationLink(base: string, way: RecruitmentWay, code: string): string {
  const link = base + joinPath(code);
  return way === "prolific" ? `${link}?${prolificMarks.join("&")}` : link;
}

const columns = ["number", "code", "link", "cohort", "last_day"];
const plain = /^[\u0000-\u007f]*$/;

export function invitationCsv({ way, invitations, until }: CreatedInvitations, base: string): string {
  const rows = invitations.map(({ number, code, cohort }) =>
    csvLine([number, showCode(code), invitationLink(base, way, code), cohort, until]),
  );
  const text = csvLine(columns) + rows.join("");
  // Spreadsheets take other letters for something else unless the file begins with this mark.
  return plain.test(text) ? text : `\uFEFF${text}`;
}

export function keepFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
