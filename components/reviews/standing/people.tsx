import { useFormatter, useTranslations } from "next-intl";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { AnnotatorFigures, ReviewFigures } from "#lib/reviews/results/review-figures.ts";
import { itemsPath } from "#lib/reviews/results/schema.ts";

type Props = {
  slug: string;
  annotators: readonly AnnotatorFigures[];
  /** By the members' numbers. */
  names: ReadonlyMap<number, string>;
};

/** How accurate each annotator is, as far as their checks tell, and how much of their work is checked from now on. */
export function Annotators({ slug, annotators, names }: Props) {
  const t = useTranslations("reviews.standing.annotators");
  const strategies = useTranslations("reviewReport.strategies");
  const format = useFormatter();
  const { percent, narrowCell, whole } = useMeasures();
  const all = ["decisions", "reviewed", "accuracy", "weighted", "rate", "waiting", "perHour"] as const;
  const isTimed = annotators.some(({ isSimulated }) => !isSimulated);
  const columns = all.filter((key) => key !== "perHour" || isTimed);
  return (
    <section aria-labelledby="annotators" className="grid gap-4 border-t border-line pt-6">
      <div className="grid gap-1">
        <h2 id="annotators" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <p className="measure text-ink-muted">{t("about")}</p>
      </div>
      {annotators.length === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <>
          <Table
            caption={t("caption")}
            columns={[
              { key: "annotator", label: t("columns.annotator"), atLeast: 40 },
              ...columns.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
            ]}
            rows={annotators.map((one) => ({
              id: String(one.annotator),
              cells: {
                annotator: [
                  {
                    text: `${one.annotator}. ${names.get(one.annotator) ?? ""}`,
                    isName: true,
                    href: itemsPath(slug, { annotator: one.annotator }),
                  },
                  ...(one.isSimulated ? [" ", { badge: t("simulated"), tone: "warning" as const }] : []),
                ],
                decisions: whole(one.decisions),
                reviewed: whole(one.reviewed),
                accuracy: narrowCell(one.naive),
                weighted: narrowCell(one.weighted),
                rate: [
                  percent(one.rate),
                  { line: { text: strategies(one.strategy), isWhole: true }, isMuted: true },
                ],
                waiting: whole(one.waiting),
                perHour:
                  one.decisionsPerHour === null || one.isSimulated
                    ? { text: "–", title: t(one.isSimulated ? "simulatedPace" : "noPace") }
                    : format.number(one.decisionsPerHour, { maximumFractionDigits: 0 }),
              },
            }))}
          />
          <AccuracyOverTime annotators={annotators.filter(hasCourse)} names={names} />
        </>
      )}
    </section>
  );
}

/** A single point shows no course. */
const hasCourse = ({ windows }: AnnotatorFigures) => windows.length > 1;

type AccuracyOverTimeProps = { annotators: readonly AnnotatorFigures[]; names: ReadonlyMap<number, string> };
type Window = AnnotatorFigures["windows"][number];

const [step, tall] = [14, 72];
/** Of fewer checks an interval would make all others small. */
const enoughChecks = 20;

/** Window by window, with intervals, all on one scale: who gets better, and who grows tired. */
function AccuracyOverTime({ annotators, names }: AccuracyOverTimeProps) {
  const t = useTranslations("reviews.standing.annotators");
  const { percent, share, whole } = useMeasures();
  const windows = annotators.flatMap((one) => one.windows);
  const lowest = Math.min(
    0.9,
    ...windows.map(({ reviewed, naive }) => (reviewed < enoughChecks ? naive.value : naive.low) ?? 1),
  );
  const nameOf = (annotator: number) => `${annotator}. ${names.get(annotator) ?? ""}`;
  if (annotators.length === 0) return null;
  return (
    <div className="grid gap-3">
      <h3 className="font-medium">{t("overTime")}</h3>
      <p className="text-sm text-ink-muted">{t("scale", { from: percent(lowest) })}</p>
      <ul role="list" className="flex flex-wrap gap-x-8 gap-y-4">
        {annotators.map(({ annotator, windows: own }) => (
          <li key={annotator} className="grid gap-1">
            <span className="text-sm">
              <bdi>{nameOf(annotator)}</bdi>
            </span>
            <Course windows={own} lowest={lowest} />
          </li>
        ))}
      </ul>
      <details>
        <summary className="target w-fit cursor-pointer py-2 font-medium text-accent">{t("asTable")}</summary>
        <Table
          caption={t("overTime")}
          columns={[
            { key: "annotator", label: t("columns.annotator") },
            { key: "window", label: t("columns.window") },
            { key: "reviewed", label: t("columns.reviewed"), numeric: true },
            { key: "accuracy", label: t("columns.accuracy"), numeric: true },
          ]}
          rows={annotators.flatMap(({ annotator, windows: own }) =>
            own.map(({ from, to, reviewed, naive }) => ({
              id: `${annotator}-${from}`,
              cells: {
                annotator: { text: nameOf(annotator), isName: true },
                window: t("window", { from: whole(from), to: whole(to) }),
                reviewed: whole(reviewed),
                accuracy: share(naive),
              },
            })),
          )}
        />
      </details>
    </div>
  );
}

/** Said in full by the table below it. */
function Course({ windows, lowest }: { windows: readonly Window[]; lowest: number }) {
  const wide = Math.max(1, windows.length) * step;
  const y = (share: number) => 4 + ((1 - share) / (1 - lowest)) * (tall - 8);
  return (
    <svg
      aria-hidden
      width={wide}
      height={tall}
      viewBox={`0 0 ${wide} ${tall}`}
      className="border-y border-line text-people forced-color-adjust-none"
    >
      {windows.map(({ from, naive: { value, low, high } }, i) => {
        const x = step * (i + 0.5);
        return (
          <g key={from} stroke="currentColor" fill="currentColor">
            {low !== null && high !== null && (
              <line x1={x} x2={x} y1={y(low)} y2={y(high)} strokeWidth="2" opacity="0.5" />
            )}
            {value !== null && <circle cx={x} cy={y(value)} r="3.5" stroke="none" />}
          </g>
        );
      })}
    </svg>
  );
}

/** How far those agree who looked at the same: reviewers, auditors, and a filter beside people. */
export function ReviewAgreement({ agreement }: Pick<ReviewFigures, "agreement">) {
  const t = useTranslations("reviews.standing.agreement");
  const { shareCell, coefficient, whole } = useMeasures();
  const { reviewers, blind, blindReasons, audit, disputes, filters } = agreement;
  const lines = [
    { id: "reviewers", n: reviewers.n, agree: reviewers.agreement, kappa: reviewers.cohen },
    { id: "blind", n: blind.n, agree: blind.agreement, kappa: blind.cohen },
    { id: "blindReasons", n: blindReasons.of, agree: blindReasons, kappa: null },
    { id: "auditRight", n: audit.disagreedWithRight.of, agree: audit.disagreedWithRight, kappa: null },
    { id: "auditWrong", n: audit.disagreedWithWrong.of, agree: audit.disagreedWithWrong, kappa: null },
  ] as const;
  return (
    <section aria-labelledby="agreement" className="grid gap-4 border-t border-line pt-6">
      <h2 id="agreement" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Table
        caption={t("caption")}
        columns={[
          { key: "what", label: t("columns.what"), atLeast: 48 },
          { key: "n", label: t("columns.n"), numeric: true },
          { key: "agree", label: t("columns.share"), numeric: true },
          { key: "kappa", label: t("columns.kappa"), numeric: true },
        ]}
        rows={lines.map(({ id, n, agree, kappa }) => ({
          id,
          cells: {
            what: t(`lines.${id}`),
            n: whole(n),
            agree: shareCell(agree),
            kappa: kappa && coefficient(kappa),
          },
        }))}
      />
      <p className="text-sm text-ink-muted">{t("disputes", disputes)}</p>
      {filters.length > 0 && <Filters filters={filters} />}
    </section>
  );
}

function Filters({ filters }: Pick<ReviewFigures["agreement"], "filters">) {
  const t = useTranslations("reviews.standing.filters");
  const { narrowCell, coefficient, whole } = useMeasures();
  const columns = ["n", "agreement", "precision", "recall", "kappa"] as const;
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{t("title")}</h3>
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
      <Table
        caption={t("title")}
        columns={[
          { key: "judge", label: t("columns.judge"), atLeast: 32 },
          ...columns.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
        ]}
        rows={filters.map(({ judge, all, kappa }) => ({
          id: judge,
          cells: {
            judge: { text: judge, isName: true },
            n: whole(all.n),
            agreement: narrowCell(all.agreement),
            precision: narrowCell(all.precision),
            recall: narrowCell(all.recall),
            kappa: coefficient(kappa.cohen),
          },
        }))}
      />
    </div>
  );
}
