import type { Facts } from "#lib/studies/findings/findings.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

/** Ways in that strangers are sent along, who stand nowhere near this computer. */
const sentOut = ["open_link", "prolific"] as const;

/** Where nobody could come in. */
export function findRecruitmentWarnings(
  { recruitment: { ways } }: Pick<Design, "recruitment">,
  { localAddress }: Pick<Facts, "localAddress">,
): Finding[] {
  const step = "recruitment";
  if (ways.length === 0) return [{ step, code: "no_recruitment" }];
  return localAddress !== null && sentOut.some((way) => ways.includes(way))
    ? [{ step, code: "local_address", values: { address: localAddress } }]
    : [];
}
