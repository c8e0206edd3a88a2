import { getTranslations, getFormatter } from "next-intl/server";
import { Streamed } from "#components/ui/streamed.tsx";
import {
  getAgreement,
  type Agreement,
  agreementNames,
  isTooSmall,
  type AgreementPart,
  type AgreementName,
} from "#lib/study-results/agreement/agreement.ts";
import { peek } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, writeView } from "#lib/study-results/schema.ts";
import { named, decimal, ends, percent } from "#components/study-results/figure-cells.ts";
import { resultsPath } from "#lib/paths.ts";
import { Table } from "#components/ui/table/table.tsx";
import { wholeList, writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { reasonWords, type AgreementWords } from "#components/study-results/agreement/reason-words.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { inDigits, inRange } from "#lib/figures/written.ts";

type Props = { rows: StudyRows; view: View };

/** How far people choose the same, as soon as it is computed. */
export async function FiguresSection({ rows, view }: Props) {
  const t = await getTranslations("resultsAgreement.figures");
  const found = getAgreement(rows, view);
  return (
    <section aria-labelledby="figures" className="grid min-w-0 gap-3">
      <h2 id="figures" className="text-xl font-semibold">
        {t("title", { who: view.who })}
      </h2>
      {peek(found) ? (
        <Figures rows={rows} view={view} found={found} />
      ) : (
        <Streamed fallback={<p role="status">{t("working")}</p>}>
          <Figures rows={rows} view={view} found={found} />
        </Streamed>
      )}
      <p className="measure text-ink-muted">{t("method")}</p>
      <p className="measure text-ink-muted">{t("about")}</p>
    </section>
  );
}

async function Figures({ rows, view, found }: Props & { found: Promise<Agreement> }) {
  const { parts } = await found;
  return <AgreementTable slug={rows.study.slug} view={view} parts={parts} />;
}

type AgreementTableProps = { slug: string; view: View; parts: readonly AgreementPart[] };

/** How far people choose the same, with the interval of each figure or why there is none. */
async function AgreementTable({ slug, view, parts }: AgreementTableProps) {
  const t = await getTranslations("resultsAgreement");
  const format = await getFormatter();
  const { who } = view;
  const counts = ["cases", "twice", "people", "answers"] as const;
  const told = parts.filter((part) => !isTooSmall(part));
  const known = agreementNames.filter((name) => told.some(({ figures }) => figures[name].value !== null));
  const unknown = agreementNames.filter((name) => !known.includes(name) && known.length > 0);
  return (
    <>
      <Table
        isTight
        caption={t("figures.caption", { who })}
        columns={[
          { key: "track", label: t("figures.track") },
          ...counts.map((key) => ({ key, label: t(`figures.${key}`), numeric: true })),
          ...(known.length > 0 ? known : agreementNames).map((key) => ({
            key,
            label: t(`figures.${key}`),
            numeric: true,
            ...(parts.some((part) => tellWhy(t, part, key) !== null) && { atLeast: 32 as const }),
          })),
        ]}
        rows={parts.map((part) => {
          const own = { ...view, track: part.track };
          const toCases = dividedCasesPath(slug, own);
          const toPeople = resultsPath(slug, "people", writeView(own));
          return {
            id: part.track ?? "",
            cells: {
              track: part.track === null ? t("figures.all") : named(part.track),
              ...Object.fromEntries(
                counts.map((key) => [key, { text: part[key], href: key === "people" ? toPeople : toCases }]),
              ),
              ...Object.fromEntries(
                agreementNames.map((name) => [name, tellAgreement(t, part, { name, href: toCases })]),
              ),
            },
          };
        })}
      />
      {unknown.map((name) => (
        <p key={name} className="mt-1 text-sm text-ink-muted">
          {t("figures.why", {
            name: t(`figures.${name}`),
            reasons: format.list([...new Set(told.flatMap((part) => tellWhy(t, part, name) ?? []))]),
          })}
        </p>
      ))}
    </>
  );
}

const dividedFirst: CaseQuery = { ...wholeList, sort: { column: "disagreement", descending: true } };

/** The cases that a figure of agreement is made of, those first on which people disagree most. */
const dividedCasesPath = (slug: string, view: View): string =>
  resultsPath(slug, "cases", writeCaseQuery(view, dividedFirst));

const isShare = (name: AgreementName) => name === "pairwise" || name === "unanimous";

/** What stands in place of a figure, or is wanting in its interval. */
function tellWhy(t: AgreementWords, part: AgreementPart, name: AgreementName): string | null {
  const wordsOf = reasonWords(t, part);
  const { value, low, reason } = part.figures[name];
  if (isTooSmall(part)) return wordsOf("too_few");
  if (value === null) return `– ${wordsOf(reason)}`;
  return low === null ? t("figures.none", { reason: wordsOf(reason) }) : null;
}

/** `href` leads to the answers behind it. */
function tellAgreement(
  t: AgreementWords,
  part: AgreementPart,
  { name, href }: { name: AgreementName; href: string },
): Cell {
  const { value, low, high } = part.figures[name];
  const text = tellWhy(t, part, name);
  const why = text !== null && { line: text, isMuted: true };
  if (isTooSmall(part) || value === null) return [why];
  const figure = isShare(name) ? percent(value) : decimal(value);
  const level = name === "alpha" &&
    part.level !== null && { line: t(`figures.levels.${part.level}`), isMuted: true };
  if (low === null || high === null) return [{ ...figure, href }, level, why];
  const inWords = (from: number, to: number) =>
    t("figures.range", { low: inDigits(from, 3), high: inDigits(to, 3) });
  const range = ends(low, high, isShare(name) ? inRange : inWords);
  return [{ ...figure, href }, { line: range, isMuted: true }, level];
}
