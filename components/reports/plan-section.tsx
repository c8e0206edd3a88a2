import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { planPath } from "#lib/paths.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeDate } from "#lib/reports/words.ts";

/** What tells this report from every other: the same of these is the same to the byte. */
export function PlanSection({ facts }: { facts: Facts }) {
  const t = useTranslations("reports");
  const { results, record, version } = facts;
  const { study, resampled, stamp } = results;
  const told = {
    hash: record.manifest?.hash ?? "–",
    seed: String(resampled.seed),
    stamp,
    software: `Benchside ${version}`,
    opened: writeDate(study.openedAt),
    closed: study.closedAt === null ? t("stillOpen") : writeDate(study.closedAt),
  };
  return (
    <>
      <dl className="measure grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {(Object.keys(told) as (keyof typeof told)[]).map((key) => (
          <div key={key} className="contents">
            <dt className="text-ink-muted">{t(`plan.${key}`)}</dt>
            <dd className="wrap-anywhere">{told[key]}</dd>
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
