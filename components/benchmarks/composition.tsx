import { getFormatter, getTranslations } from "next-intl/server";
import type { LengthBins } from "#lib/benchmarks/queries.ts";
import { casesAddress } from "#lib/paths.ts";

const tints = ["bg-people/60", "bg-people/35", "bg-people/20", "bg-people/45"];

type StripProps = { slug: string; tracks: readonly { name: string; cases: number }[] };

/** A benchmark as one bar of its tracks, each as long as its share and leading to its cases. */
export async function CompositionStrip({ slug, tracks }: StripProps) {
  const t = await getTranslations("benchmarks.composition");
  const format = await getFormatter();
  const all = tracks.reduce((sum, { cases }) => sum + cases, 0);
  if (all === 0) return null;
  return (
    <ul role="list" aria-label={t("label", { cases: all })} className="flex gap-1 overflow-hidden">
      {tracks.map(({ name, cases }, at) => (
        <li
          key={name}
          className="grid min-w-20 basis-0 content-start gap-1"
          style={{ flexGrow: Math.max(cases, 1) }}
        >
          <span
            aria-hidden
            className={`h-5 rounded-xs forced-color-adjust-none ${tints[at % tints.length]}`}
          />
          <a
            href={casesAddress(slug, { track: name })}
            className="truncate text-accent underline"
            title={name}
          >
            <bdi>{name}</bdi>
          </a>
          <span className="figures text-sm text-ink-muted">
            {t("share", {
              cases,
              share: format.number(cases / all, { style: "percent", maximumFractionDigits: 1 }),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How long the turns are that are asked about; the last bar holds the longest few. */
export async function LengthHistogram({ lengths, tokenizer }: { lengths: LengthBins; tokenizer: string }) {
  const t = await getTranslations("benchmarks.lengths");
  const { bins, low, high, median, max } = lengths;
  const most = Math.max(...bins);
  return (
    <figure aria-labelledby="lengths" className="grid content-start gap-2">
      <figcaption className="grid gap-1">
        <h2 id="lengths" className="text-lg font-semibold">
          {t("title")}
        </h2>
        <p className="measure">
          {t("sentence", { median, low, max, cases: bins.reduce((sum, n) => sum + n, 0) })}
        </p>
      </figcaption>
      <div aria-hidden className="forced-color-adjust-none">
        <div className="flex h-32 items-end gap-px border-b border-edge">
          {bins.map((cases, at) => (
            <span
              key={at}
              className={`flex-1 ${at === bins.length - 1 ? "ml-1 bg-people/30" : "bg-people/60"}`}
              style={{ height: `${(100 * cases) / most}%` }}
            />
          ))}
        </div>
        <div className="figures flex justify-between text-sm text-ink-muted">
          <span>{t("at", { length: low })}</span>
          <span>{t("beyond", { length: high })}</span>
        </div>
      </div>
      <p className="measure text-sm text-ink-muted">{t("about", { tokenizer })}</p>
    </figure>
  );
}
