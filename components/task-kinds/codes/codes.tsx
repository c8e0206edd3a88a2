import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { AgreementTable } from "#components/task-kinds/codes/agreement-table.tsx";
import { CodeComparisons } from "#components/task-kinds/codes/comparisons.tsx";
import { ShareTable } from "#components/task-kinds/codes/share-table.tsx";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { leastForClaim, writeView } from "#lib/study-results/schema.ts";
import { describeCodes, type CodedCases } from "#lib/task-kinds/codes/codes.ts";
import { choosePart, drawCodeShares } from "#lib/task-kinds/codes/figures.ts";

/** In which share of cases each code was found, by what wrote them, by people and by every judge; and how far they agree. */
export async function Codes({ rows, view, asked }: OwnOverviewProps) {
  const t = await getTranslations("resultsCodes");
  const books = describeCodes(rows, view);
  if (books.length === 0) return null;
  const by = typeof asked["by"] === "string" ? asked["by"] : null;
  return (
    <section className="grid min-w-0 gap-6">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      {books.map((coded) => (
        <CodeBook key={coded.book} coded={coded} rows={rows} view={view} by={by} />
      ))}
      <p className="measure text-sm text-ink-muted">{t("note", leastForClaim)}</p>
    </section>
  );
}

type BookProps = Pick<OwnOverviewProps, "rows" | "view"> & { coded: CodedCases; by: string | null };

async function CodeBook({ coded, rows, view, by }: BookProps): Promise<ReactNode> {
  const t = await getTranslations("resultsCodes");
  const locale = await getLocale();
  const { book, overall, byAttribute } = coded;
  const [people] = overall;
  if (!people) return null;
  const { title, figure } = drawCodeShares(coded, { rows, view, locale }, by);
  const { attribute, values } = choosePart(coded, by);
  const address = writeView(view);
  address.set("book", book);
  if (attribute !== null) address.set("by", attribute);
  const { n, people: raters, cases, groups } = people;
  return (
    <div className="grid min-w-0 gap-4">
      <h3 className="font-medium">{t("book", { book })}</h3>
      <FigureFrame
        id={`codes-${book}`}
        title={title}
        sentence={t("sentence", { n, people: raters, cases, groups, who: view.who })}
        figure={figure}
        downloads={figureDownloads(rows.study.slug, "codes", address)}
        room="wide"
        table={
          <ShareTable
            coded={coded}
            attribute={attribute}
            values={values}
            who={view.who}
            caption={title}
            hideCaption
          />
        }
      />
      <RatersNote raters={raters} />
      <ShareTable
        coded={coded}
        who={view.who}
        caption={t("overall")}
        values={[{ value: null, sides: overall }]}
      />
      {byAttribute
        .filter((part) => part.attribute !== attribute)
        .map((part) => (
          <ShareTable
            key={part.attribute}
            coded={coded}
            who={view.who}
            {...part}
            caption={t("by", { attribute: part.attribute })}
          />
        ))}
      {byAttribute.map((part) => (
        <CodeComparisons key={part.attribute} codes={coded.codes} {...part} />
      ))}
      <AgreementTable coded={coded} who={view.who} />
    </div>
  );
}
