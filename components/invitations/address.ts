import { joinPath, prolificParameters } from "#lib/invitations/schema.ts";
import type { RecruitmentWay } from "#lib/studies/schema.ts";

/** Prolific puts the values in place of the marks; written as an address would have them, they stay marks. */
export const prolificMarks = Object.values(prolificParameters).map((name) => `${name}={{%${name}%}}`);

/** What is handed out, or pasted into Prolific. */
export function invitationLink(base: string, way: RecruitmentWay, code: string): string {
  const link = base + joinPath(code);
  return way === "prolific" ? `${link}?${prolificMarks.join("&")}` : link;
}
