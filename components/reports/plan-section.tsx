import { Link } from "#components/ui/link.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { planPath } from "#lib/paths.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { joinList, nameRun, t, writeDate } from "#lib/reports/words.ts";

/** What was claimed beforehand; nothing in a study that was opened before anything could be. */
function tellClaims({ plan }: Facts) {
  if (!plan?.design.claims) return null;
  const { frame, claims } = plan.design;
  return {
    comparator: plan.comparator ? nameRun(plan.comparator.run) : t("plan.noComparator"),
    margin:
      claims.margin === null ? t("plan.noMargin") : t("plan.points", { points: inPercent(claims.margin) }),
    ...(frame.reference && {
      siblings: claims.siblings.length > 0 ? joinList(claims.siblings.map(nameRun)) : t("plan.noSiblings"),
    }),
  };
}

/** What tells this report from every other: the same of these is the same to the byte. */
export function PlanSection({ facts }: { facts: Facts }) {
  const { results, record, version } = facts;
  const { study, resampled, stamp } = results;
  const told = {
    hash: record.manifest?.hash ?? "–",
    seed: String(resampled.seed),
    stamp,
    software: `Benchside ${version}`,
    opened: writeDate(study.openedAt),
    closed: study.closedAt === null ? t("stillOpen") : writeDate(study.closedAt),
    ...tellClaims(facts),
  };
  return (
    <>
      <dl className="measure grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {Object.entries(told).map(([key, value]) => (
          <div key={key} className="contents">
            <dt className="text-ink-muted">{t(`plan.${key as keyof typeof told}`)}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="no-print">
        <Link href={planPath(study.slug)} className="target inline-flex items-center text-accent underline">
          {t("plan.look")}
        </Link>
      </p>
    </>
  );
}
