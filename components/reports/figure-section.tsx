import { Link } from "#components/ui/link.tsx";
import { listDownloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureAddress, resultsPath } from "#lib/paths.ts";
import type { ReportFigure } from "#lib/reports/report-figures.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { t } from "#lib/reports/words.ts";

type Props = { figure: ReportFigure; view: View; study: { slug: string } };

/** Where the same figure stands with the table of its numbers. */
const pageOf = {
  forest: "overview",
  people: "people",
  "answer-map": "cases",
  calibration: "calibration",
  "agreement-people": "agreement",
  flow: "people",
} as const satisfies Record<ReportFigure["name"], string>;

export function FigureSection({ figure: { name, caption, note, figure }, view, study: { slug } }: Props) {
  const query = writeView(view);
  const address = (format: string) => figureAddress(slug, name, query, format);
  const page = pageOf[name];
  return (
    <FigureFrame
      id={`figure-${name}`}
      level={3}
      title={caption}
      sentence={note}
      figure={figure}
      downloads={listDownloads(address)}
      language="en"
      table={
        <Link
          href={resultsPath(slug, page, query)}
          className="target inline-flex items-center text-accent underline"
        >
          {t(`figures.pages.${page}`)}
        </Link>
      }
    />
  );
}
