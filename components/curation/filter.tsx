import { useFormatter, useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { MakeForm } from "#components/curation/make-form.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { exactlyWays } from "#lib/benchmarks/lineage/schema.ts";
import type { FilterRun } from "#lib/curation/confidence/queries.ts";
import { maxRuns, readThreshold, type FilterAddress } from "#lib/curation/confidence/schema.ts";
import {
  countByRuns,
  measureDependence,
  countByTrack,
  countOutcomes,
  type VoteGroup,
  type Rule,
} from "#lib/curation/confidence/votes.ts";
import { curationPath } from "#lib/paths.ts";
import { runLabel } from "#lib/studies/run-names.ts";

type FormProps = {
  slug: string;
  runs: readonly FilterRun[];
  asked: FilterAddress;
  /** A preview was asked for, by no run. */
  isMissing: boolean;
};

/** By which runs and how: it needs no script, and the choice stands in the address. */
export function FilterForm({ slug, runs, asked, isMissing }: FormProps) {
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
  const { id, isFake, voted, failed, bare, cases } = run;
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
          <bdi className="wrap-anywhere">{runLabel(run)}</bdi>
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

type Props = {
  alike: readonly VoteGroup[];
  runs: readonly FilterRun[];
  rule: Rule;
  tracks: readonly string[];
};

/** What would go, before anything is made, and how much that hangs on each of the runs. */
export async function FilterPreview({ alike, runs, rule, tracks }: Props) {
  const t = await getTranslations("curation.preview");
  const outcome = countOutcomes(alike, rule);
  const fakes = runs.filter(({ isFake }) => isFake);
  return (
    <section aria-labelledby="preview" className="grid min-w-0 gap-4">
      <h3 id="preview" className="text-xl font-semibold">
        {t("title")}
      </h3>
      <p role="status" className="measure">
        {t("sum", { ...outcome, rule })}{" "}
        {outcome.withoutVote > 0 && t("withoutVote", { count: outcome.withoutVote })}
      </p>
      {fakes.length > 0 && (
        <Callout tone="warning">{t("fake", { models: fakes.map(runLabel).join(", ") })}</Callout>
      )}
      <ByTrack alike={alike} rule={rule} tracks={tracks} />
      {runs.length > 1 && <ByRuns alike={alike} runs={runs.length} />}
      <ByRun alike={alike} runs={runs} rule={rule} />
    </section>
  );
}

/** "12 (3.4%)"; the count alone where it is of nothing. */
async function getShare() {
  const format = await getFormatter();
  return (count: number, of: number) =>
    of === 0 ? format.number(count) : `${format.number(count)} (${format.number(count / of, percent)})`;
}

const percent = { style: "percent", maximumFractionDigits: 1 } as const;

async function ByTrack({ alike, rule, tracks }: Omit<Props, "runs">) {
  const t = await getTranslations("curation.preview");
  const format = await getFormatter();
  const share = await getShare();
  const line = (
    id: string,
    name: { text: string; isName?: boolean },
    counted: ReturnType<typeof countOutcomes>,
  ) => ({
    id,
    cells: {
      track: name,
      cases: format.number(counted.cases),
      dropped: share(counted.dropped, counted.cases),
      kept: share(counted.kept, counted.cases),
      withoutVote: format.number(counted.withoutVote),
    },
  });
  const rows = countByTrack(alike, tracks, rule).map(({ track, ...counted }) =>
    line(track, { text: track, isName: true }, counted),
  );
  return (
    <Table
      caption={t("byTrack")}
      columns={[
        { key: "track", label: t("columns.track") },
        ...(["cases", "dropped", "kept", "withoutVote"] as const).map((key) => ({
          key,
          label: t(`columns.${key}`),
          numeric: true,
        })),
      ]}
      rows={rows}
      totals={rows.length > 1 ? [line("", { text: t("all") }, countOutcomes(alike, rule))] : []}
    />
  );
}

async function ByRuns({ alike, runs }: { alike: readonly VoteGroup[]; runs: number }) {
  const t = await getTranslations("curation.preview");
  const share = await getShare();
  const counts = countByRuns(alike, runs);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid max-w-md gap-2">
      <h4 className="font-semibold">{t("byRuns")}</h4>
      <Table
        caption={t("byRuns")}
        columns={[
          { key: "runs", label: t("columns.runs"), numeric: true },
          { key: "cases", label: t("columns.cases"), numeric: true },
        ]}
        rows={counts.map((count, n) => ({ id: String(n), cells: { runs: n, cases: share(count, all) } }))}
      />
    </div>
  );
}

const ofRuns = ["run", "voted", "alone", "unshared", "keptWithout", "changed"] as const;

async function ByRun({ alike, runs, rule }: Omit<Props, "tracks">) {
  const t = await getTranslations("curation.preview");
  const share = await getShare();
  const formatUnshared = (dropped: number, compared: number, told: string) =>
    compared > 0 ? t("of", { share: told, compared }) : t(dropped === 0 ? "dropsNone" : "noneCompared");
  const found = measureDependence(alike, runs.length, rule);
  const rows = found.map(({ cases, voted, dropped, compared, alone, without }, i) => ({
    id: String(i),
    cells: {
      run: { text: runs[i] ? runLabel(runs[i]) : "", isName: true },
      voted: share(voted, cases),
      alone: share(dropped, cases),
      ...(without
        ? {
            unshared: formatUnshared(dropped, compared, share(alone, compared)),
            keptWithout: share(without.kept, cases),
            changed: { text: t("changed", { back: without.back, gone: without.gone }), isWhole: true },
          }
        : { unshared: t("onlyRun"), keptWithout: t("onlyRun"), changed: t("onlyRun") }),
    },
  }));
  const columns = ofRuns.map((key) => ({ key, label: t(`columns.${key}`), numeric: key !== "run" }));
  return (
    <div className="grid min-w-0 gap-2">
      <h4 className="font-semibold">{t("byRun")}</h4>
      <Table caption={t("byRun")} columns={columns} rows={rows} />
      <p className="measure text-sm text-ink-muted">{t("byRunAbout", { cases: found[0]?.cases ?? 0 })}</p>
    </div>
  );
}

type MakeProps = Pick<Props, "alike" | "rule"> & { slug: string; asked: FilterAddress };

/** What stays becomes a benchmark of its own. */
export function MakeFiltered({ slug, asked, alike, rule }: MakeProps) {
  const t = useTranslations("curation.make");
  const { dropped, kept } = countOutcomes(alike, rule);
  const { run, threshold, exactly } = asked;
  return (
    <section aria-labelledby="make" className="grid min-w-0 gap-3">
      <h3 id="make" className="text-xl font-semibold">
        {t("title")}
      </h3>
      <p className="measure text-ink-muted">{t("body")}</p>
      {dropped === 0 || kept === 0 ? (
        <p className="measure">{t(dropped === 0 ? "errors.none_dropped" : "errors.none_kept")}</p>
      ) : (
        <ClientWords of={["curation.make", "shell"]}>
          <MakeForm
            of="curation.make"
            fields={{ slug, run: run.join(","), threshold, exactly, rule: asked.rule, kept }}
            count={kept}
          />
        </ClientWords>
      )}
    </section>
  );
}
