import { listDownloads, type Downloads } from "#components/charts/figure-downloads.tsx";

/** Where the files of a figure are, in the view it stands in. */
export function figureDownloads(slug: string, figure: string, query: URLSearchParams): Downloads {
  const address = (format: string) => {
    const asked = new URLSearchParams(query);
    asked.set("format", format);
    return `/api/studies/${encodeURIComponent(slug)}/figures/${figure}?${asked}`;
  };
  return listDownloads(address);
}
