import { useTranslations } from "next-intl";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { AnnotatorFigures } from "#lib/reviews/results/people-figures.ts";

type Props = { annotators: readonly AnnotatorFigures[]; names: ReadonlyMap<number, string> };
type Window = AnnotatorFigures["windows"][number];

const [step, tall] = [14, 72];
/** Of fewer checks an interval would make all others small. */
const enoughChecks = 20;

/** Window by window, with intervals, all on one scale: who gets better, and who grows tired. */
export function AccuracyOverTime({ annotators, names }: Props) {
  const t = useTranslations("reviews.standing.annotators");
  const { percent, share, whole } = useMeasures();
  const windows = annotators.flatMap((one) => one.windows);
  const lowest = Math.min(
    0.9,
    ...windows.map(({ reviewed, naive }) => (reviewed < enoughChecks ? naive.value : naive.low) ?? 1),
  );
  const nameOf = (annotator: number) => `${annotator}. ${names.get(annotator) ?? ""}`;
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
