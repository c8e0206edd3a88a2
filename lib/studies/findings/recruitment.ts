import { findUnstated } from "#lib/studies/findings/consent.ts";
import type { Facts } from "#lib/studies/findings/findings.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

/** Ways in that strangers are sent along, who stand nowhere near this computer. */
const sentOut = ["open_link", "prolific"] as const;

/** Where nobody could come in, and what the report will have to mark as not stated. */
export function findRecruitmentWarnings(
  { recruitment: { ways, reporting }, words }: Pick<Design, "recruitment" | "words">,
  { localAddress }: Pick<Facts, "localAddress">,
): Finding[] {
  const step = "recruitment";
  const found: Finding[] = findUnstated(words, reporting);
  if (ways.length === 0) return [{ step, code: "no_recruitment" }, ...found];
  if (localAddress === null || !sentOut.some((way) => ways.includes(way))) return found;
  return [{ step, code: "local_address", values: { address: localAddress } }, ...found];
}
