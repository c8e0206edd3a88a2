import { useTranslations } from "next-intl";
import { reasonWords } from "#components/study-results/agreement/reason-words.ts";
import { Coefficient } from "#components/study-results/models/few.tsx";
import { Percent } from "#components/study-results/people/number.tsx";
import { Table } from "#components/ui/table.tsx";
import { inDigits, inRange } from "#lib/figures/written.ts";
import {
  agreementNames,
  isTooSmall,
  type AgreementName,
  type AgreementPart,
} from "#lib/study-results/agreement.ts";
import type { Who } from "#lib/study-results/schema.ts";

type Props = {
  parts: readonly AgreementPart[];
  who: Who;
  /** Not yet while they are being made. */
  hasIntervals: boolean;
};

const isShare = (figure: AgreementName) => figure === "pairwise" || figure === "unanimous";

/** How far people choose the same, with the interval of each figure or why there is none. */
export function AgreementTable({ parts, who, hasIntervals }: Props) {
  const t = useTranslations("resultsAgreement.figures");
  const counts = ["cases", "twice", "people", "answers"] as const;
  return (
    <Table
      caption={t("caption", { who })}
      columns={[
        { key: "track", label: t("track") },
        ...counts.map((key) => ({ key, label: t(key), numeric: true })),
        ...agreementNames.map((key) => ({ key, label: t(key), numeric: true })),
      ]}
      rows={parts.map((part) => ({
        id: part.track ?? "",
        cells: {
          track: part.track === null ? t("all") : <bdi>{part.track}</bdi>,
          ...Object.fromEntries(counts.map((key) => [key, part[key]])),
          ...Object.fromEntries(
            agreementNames.map((figure) => [
              figure,
              <Cell key={figure} part={part} name={figure} hasInterval={hasIntervals} />,
            ]),
          ),
        },
      }))}
    />
  );
}

type CellProps = { part: AgreementPart; name: AgreementName; hasInterval: boolean };

function Cell({ part, name, hasInterval }: CellProps) {
  const t = useTranslations("resultsAgreement");
  const wordsOf = reasonWords(t, part);
  const { value, low, high, reason, discarded } = part.figures[name];
  const why = "block max-w-56 min-w-36 text-sm text-ink-muted ml-auto";
  if (isTooSmall(part)) return <span className={why}>{wordsOf("too_few")}</span>;
  if (value === null) return <span className={why}>– {wordsOf(reason)}</span>;
  return (
    <span className="grid gap-1">
      {isShare(name) ? <Percent value={value} /> : <Coefficient value={value} digits={3} />}
      {hasInterval && low !== null && high !== null && (
        <span title={`${low} ${high}`} className="text-sm whitespace-nowrap text-ink-muted">
          {isShare(name)
            ? inRange(low, high)
            : t("figures.range", { low: inDigits(low, 3), high: inDigits(high, 3) })}
        </span>
      )}
      {hasInterval && low === null && (
        <span className={why}>{t("figures.none", { reason: wordsOf(reason) })}</span>
      )}
      {hasInterval && discarded > 0 && (
        <span className={why}>{t("figures.discarded", { count: discarded })}</span>
      )}
    </span>
  );
}
