import type { Facts } from "#lib/reports/facts.ts";
import { nameGap } from "#lib/reports/methods/unstated.ts";
import type { Point } from "#lib/reports/schema.ts";
import { t } from "#lib/reports/words.ts";
import { expectedFields } from "#lib/studies/reporting/schema.ts";
import { listUnstated } from "#lib/studies/reporting/stated.ts";

/** What no data tell: recruitment, payment, ethics approval, and what participants were allowed. */
export function checkParticipants({ consent, stated: { reporting, later }, view }: Facts): Point {
  const key = "participants";
  if (view.who === "simulated")
    return {
      key,
      state: "not_applicable",
      gaps: [],
      notes: [],
      value: t("points.participants.simulated"),
    };
  const unstated = listUnstated(reporting, consent);
  const isUnnumbered = reporting.approval?.kind === "approved" && reporting.approval.number === undefined;
  const lacking = [...unstated, ...(isUnnumbered ? (["approvalNumber"] as const) : [])];
  const stated = expectedFields.length - unstated.length;
  return {
    key,
    state: stated === 0 ? "missing" : lacking.length > 0 ? "partly" : "met",
    value: t("points.participants.value", { stated, of: expectedFields.length, later: later.size }),
    gaps: lacking.map((gap) => ({
      what: t("points.participants.gap.what", { what: nameGap(gap) }),
      mend: t("points.participants.gap.mend"),
    })),
    notes: [],
  };
}
