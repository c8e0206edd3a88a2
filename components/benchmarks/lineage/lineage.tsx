import { useLocale, useTranslations } from "next-intl";
import { Funnel } from "#components/benchmarks/lineage/funnel.tsx";
import { Stage } from "#components/benchmarks/lineage/stages.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import type { Lineage as Links } from "#lib/benchmarks/lineage/schema.ts";
import { flowOf, funnelWords } from "#lib/curation/stage-flow.ts";
import { benchmarkExportAddress, benchmarkPath } from "#lib/paths.ts";

/** What these cases went through, from the pool or the first benchmark on, and who chose them how. */
export function Lineage({ slug, lineage }: { slug: string; lineage: Links }) {
  const t = useTranslations("benchmarks.lineage");
  return (
    <section aria-labelledby="lineage" className="mt-12 grid gap-4">
      <h2 id="lineage" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <ol className="grid gap-6">
        {lineage.map(({ benchmark, parent, stages, isReceived = false }, place) => (
          <li key={place} className="grid gap-3">
            <p className="measure">
              {t.rich(wordsOf(!isReceived && benchmark.slug === slug, parent === null), {
                child: () => <ToBenchmark {...benchmark} isHere={!isReceived} />,
                name: () => parent && <ToBenchmark {...parent} isHere={!isReceived} />,
              })}{" "}
              {isReceived && t("received")}
            </p>
            {isReceived ? (
              <StagesElsewhere stages={stages} />
            ) : (
              stages.map((stage, i) => <Stage key={i} stage={stage} slug={benchmark.slug} />)
            )}
          </li>
        ))}
      </ol>
      <Funnel slug={slug} lineage={lineage} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink href={benchmarkExportAddress(slug, "lineage.json")} download>
          {t("download")}
        </ButtonLink>
        <span className="text-sm text-ink-muted">
          {t("digest")} <code className="font-mono wrap-anywhere">{writeLineage(lineage).hash}</code>
        </span>
      </p>
    </section>
  );
}

const wordsOf = (isOwn: boolean, isFromPool: boolean) =>
  isFromPool ? (isOwn ? "fromPool" : "beforePool") : isOwn ? "from" : "before";

/** In the words of the figure: what they lead to isn’t here. */
function StagesElsewhere({ stages }: Pick<Links[number], "stages">) {
  const t = funnelWords(useLocale());
  return (
    <ul className="grid gap-1">
      {stages.map((stage, i) => (
        <li key={i} className="measure">
          {[t(`stages.${stage.stage}`), ...flowOf(stage, t).why].join(" · ")}
        </li>
      ))}
    </ul>
  );
}

type ToProps = { slug: string; name: string; isHere: boolean };

const ToBenchmark = ({ slug, name, isHere }: ToProps) =>
  isHere ? (
    <Link href={benchmarkPath(slug)} className="text-accent underline">
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
