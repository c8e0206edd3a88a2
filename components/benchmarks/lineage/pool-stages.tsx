import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import type { DistractorsStage, LengthStage, PoolStage } from "#lib/benchmarks/lineage/schema.ts";
import { oddities, type DropReason } from "#lib/benchmarks/lineage/pool-schema.ts";
import { poolPath } from "#lib/paths.ts";

type Own<Stage> = { stage: Stage; /** Of the benchmark that was made of the pool. */ slug: string };

/** What was in the files. */
export function PoolOfExchanges({ slug, stage: { settings, counts } }: Own<PoolStage>) {
  const t = useTranslations("benchmarks.lineage.pool");
  const { into, out, works, roles, reasons } = counts;
  return (
    <div className="grid gap-1">
      <p className="measure">
        {t("sum", { into, dropped: into - out, works, roles })} <Dropped slug={slug} reasons={reasons} />
      </p>
      <ul role="list" className="grid gap-1 text-sm text-ink-muted">
        {settings.files.map(({ name, sha256 }) => (
          <li key={sha256}>
            {t.rich("file", { name: () => <bdi className="wrap-anywhere">{name}</bdi> })}{" "}
            <code className="font-mono wrap-anywhere">{sha256}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Last turns that say too little to tell who says it. */
export function Length({ slug, stage: { settings, counts } }: Own<LengthStage>) {
  const t = useTranslations("benchmarks.lineage.length");
  const { into, out, reasons } = counts;
  const { fewestTokens: fewest, tokenizer } = settings;
  return (
    <p className="measure">
      {t("sum", { into, dropped: into - out, fewest, tokenizer })} <Dropped slug={slug} reasons={reasons} />
    </p>
  );
}

/** Whose names stand beside the right one. */
export function Distractors({ slug, stage: { settings, counts, models } }: Own<DistractorsStage>) {
  const t = useTranslations("benchmarks.lineage.distractors");
  const { into, out, reasons, odd, replaced } = counts;
  const { way, among, distractors, seed } = settings;
  // Everybody in a work is asked for nobody to be replaced.
  const handling = way === "work" ? noneReplaced : settings.odd;
  return (
    <div className="grid gap-2">
      <p className="measure">
        {way === "work" ? t("work") : t("rule", { way, among, count: distractors, seed: String(seed) })}{" "}
        {t("sum", { into, out, dropped: into - out })} <Dropped slug={slug} reasons={reasons} />{" "}
        {oddities.map((oddity) => t(oddity, { handling: handling[oddity], count: odd[oddity] })).join(" ")}{" "}
        {replaced > 0 && t("replaced", { count: replaced })}
      </p>
      <ul role="list" className="grid gap-2">
        {models.map((model) => (
          <Model key={model.model} {...model} />
        ))}
      </ul>
      <p>
        <Link href={poolPath(slug)} className="text-accent underline">
          {t("look")}
        </Link>
      </p>
    </div>
  );
}

const noneReplaced = { same_person: "keep", first_speaker: "keep" } as const;

/** Whose vectors said who is near. */
function Model({ model, length, host, isFake, sha256 }: DistractorsStage["models"][number]) {
  const t = useTranslations("benchmarks.lineage.distractors");
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <bdi className="font-medium wrap-anywhere">{model}</bdi>
        {isFake && <Badge tone="warning">{t("fake")}</Badge>}
        <span className="text-ink-muted">
          {t("vectors", { length, from: host === undefined ? "no" : "host", host: host ?? "" })}
        </span>
      </p>
      <p className="text-sm text-ink-muted">
        {t("file")} <code className="font-mono wrap-anywhere">{sha256}</code>
      </p>
    </li>
  );
}

/** To the exchanges that a stage dropped, one by one. */
function Dropped({ slug, reasons }: { slug: string; reasons: Partial<Record<DropReason, number>> }) {
  const t = useTranslations("benchmarks.lineage.pool");
  return Object.entries(reasons).map(([reason, count]) => (
    <Link key={reason} href={`${poolPath(slug)}?reason=${reason}#drops`} className="text-accent underline">
      {t("dropped", { count })}
    </Link>
  ));
}
