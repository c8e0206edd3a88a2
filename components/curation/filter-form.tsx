import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { exactlyWays } from "#lib/benchmarks/lineage/schema.ts";
import type { FilterRun } from "#lib/curation/confidence/queries.ts";
import { maxRuns, readThreshold, type FilterAddress } from "#lib/curation/confidence/schema.ts";
import { curationPath } from "#lib/paths.ts";

type Props = {
  slug: string;
  runs: readonly FilterRun[];
  asked: FilterAddress;
  /** A preview was asked for, by no run. */
  isMissing: boolean;
};

/** By which runs and how: it needs no script, and the choice stands in the address. */
export function FilterForm({ slug, runs, asked, isMissing }: Props) {
  const t = useTranslations("curation.form");
  const isThreshold = readThreshold(asked.threshold) !== null;
  return (
    <form action={curationPath(slug)} className="grid max-w-4xl min-w-0 gap-6">
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">{t("runs")}</legend>
        <p className="measure text-sm text-ink-muted">{t("runsAbout")}</p>
        <ul role="list" className="grid gap-1">
          {runs.map((run) => (
            <li key={run.id}>
              <RunBox run={run} isChosen={asked.run.includes(run.id)} />
            </li>
          ))}
        </ul>
        {isMissing && (
          <p role="alert" className="text-danger">
            {t("noRun")}
          </p>
        )}
        {asked.run.length > maxRuns && <p className="text-danger">{t("tooMany", { most: maxRuns })}</p>}
      </fieldset>
      <div className="grid items-start gap-6 md:grid-cols-3">
        <TextField
          name="threshold"
          label={t("threshold")}
          hint={t("thresholdHint")}
          error={isThreshold ? undefined : t("notAShare")}
          defaultValue={asked.threshold}
          inputMode="decimal"
          autoComplete="off"
          className="max-w-32"
        />
        <Ways name="exactly" ways={exactlyWays} chosen={asked.exactly} />
        <Ways name="rule" ways={["any", "most"]} chosen={asked.rule} />
      </div>
      <Button type="submit" variant="primary" className="justify-self-start">
        {t("submit")}
      </Button>
    </form>
  );
}

function RunBox({ run, isChosen }: { run: FilterRun; isChosen: boolean }) {
  const t = useTranslations("curation.form");
  const format = useFormatter();
  const { id, model, method, version, isFake, voted, failed, bare, cases } = run;
  const missing = cases - voted - failed - bare;
  const told = [
    t("voted", { voted, cases }),
    failed > 0 && t("failed", { count: failed }),
    bare > 0 && t("bare", { count: bare }),
    missing > 0 && t("missing", { count: missing }),
  ].filter((words) => words !== false);
  const why = bare > 0 ? "bare" : failed > 0 ? "failed" : "missing";
  return (
    <label className="target flex items-start gap-3 py-1">
      <input
        type="checkbox"
        name="run"
        value={id}
        defaultChecked={isChosen && voted > 0}
        disabled={voted === 0}
        className="size-6 shrink-0 accent-accent"
      />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-3">
          <bdi className="wrap-anywhere">{[model, method, version].filter(Boolean).join(" · ")}</bdi>
          {isFake && <Badge tone="warning">{t("fake")}</Badge>}
        </span>
        <span className="text-sm text-ink-muted">
          {voted === 0 ? t(`why.${why}`) : format.list(told, { type: "unit" })}
        </span>
      </span>
    </label>
  );
}

type WaysProps = { name: "exactly" | "rule"; ways: readonly string[]; chosen: string };

function Ways({ name, ways, chosen }: WaysProps) {
  const t = useTranslations(`curation.form.${name}`);
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{t("legend")}</legend>
      {ways.map((way) => (
        <label key={way} className="target flex items-center gap-3">
          <input
            type="radio"
            name={name}
            value={way}
            defaultChecked={way === chosen}
            className="size-6 shrink-0 accent-accent"
          />
          {t(way as never)}
        </label>
      ))}
    </fieldset>
  );
}
