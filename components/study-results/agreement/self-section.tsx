import { getTranslations } from "next-intl/server";
import { reasonWords } from "#components/study-results/agreement/reason-words.ts";
import { decimal, ends, percent } from "#components/study-results/figure-cells.ts";
import { Streamed } from "#components/ui/streamed.tsx";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits } from "#lib/figures/written.ts";
import {
  isTooSmallForSelf,
  type BoundedFigure,
  type SelfAgreementFigures,
} from "#lib/study-results/agreement/self-agreement-schema.ts";

/** Null where no case comes again. */
type Props = { figures: Promise<SelfAgreementFigures | null> | null };

/** How far people agree with themselves, where cases came again. */
export async function SelfSection({ figures }: Props) {
  const t = await getTranslations("resultsAgreement.self");
  if (!figures) return null;
  return (
    <section aria-labelledby="self" className="grid min-w-0 gap-3">
      <h2 id="self" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Streamed fallback={<p role="status">{t("working")}</p>}>
        <Figures figures={figures} />
      </Streamed>
      <p className="measure text-ink-muted">{t("method")}</p>
    </section>
  );
}

async function Figures({ figures }: { figures: Promise<SelfAgreementFigures | null> }) {
  const told = await figures;
  return told && <SelfTable figures={told} />;
}

async function SelfTable({ figures }: { figures: SelfAgreementFigures }) {
  const t = await getTranslations("resultsAgreement");
  const { pairs, people, cases, same, kappa, change } = figures;
  const wordsOf = reasonWords(t, { least: 0, most: 0, answers: pairs, cases });
  const isFew = isTooSmallForSelf(figures);
  const formatFigure = (
    { value, low, high, reason }: BoundedFigure,
    write: (value: number | null) => Words,
    range?: (low: number, high: number) => string,
  ): Cell => {
    if (isFew) return [{ line: `– ${wordsOf("too_few")}`, isMuted: true }];
    if (value === null) return [{ line: `– ${wordsOf(reason)}`, isMuted: true }];
    if (low === null || high === null)
      return [write(value), { line: t("figures.none", { reason: wordsOf(reason) }), isMuted: true }];
    return [write(value), { line: ends(low, high, range), isMuted: true }];
  };
  const inWords = (low: number, high: number) =>
    t("figures.range", { low: inDigits(low, 3), high: inDigits(high, 3) });
  const isScale = kappa !== null && change !== null;
  return (
    <Table
      caption={t("self.caption")}
      columns={[
        ...(["pairs", "people", "cases", "same"] as const),
        ...(isScale ? (["kappa", "change"] as const) : []),
      ].map((key) => ({ key, label: t(`self.${key}`), numeric: true }))}
      rows={[
        {
          id: "self",
          cells: {
            pairs,
            people,
            cases,
            same: formatFigure(same, percent),
            ...(isScale && {
              kappa: formatFigure(kappa, decimal, inWords),
              change: formatFigure(change, decimal, inWords),
            }),
          },
        },
      ]}
    />
  );
}
