import { Link } from "#components/ui/link.tsx";
import { listDownloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureAddress, resultsPath } from "#lib/paths.ts";
import type { Keeper } from "#components/ui/written/once.tsx";
import type { ReportFigure } from "#lib/reports/report-figures.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { t } from "#lib/reports/words.ts";

type Props = { figure: ReportFigure; view: View; study: { slug: string }; keep: Keeper };

export function FigureSection({ figure: drawn, view, study: { slug }, keep }: Props) {
  const { name, drawnAs, asked, page, caption, note, figure } = drawn;
  const query = writeView(view);
  const wanted = new URLSearchParams([...query, ...asked]);
  const address = (format: string) => figureAddress(slug, drawnAs, wanted, format);
  return (
    <FigureFrame
      id={`figure-${name}`}
      level={3}
      title={caption}
      sentence={note}
      figure={figure}
      downloads={listDownloads(address)}
      language="en"
      keep={keep}
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
