"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useDeferredValue, useMemo, useState } from "react";
import { Fields, fieldsOf, type FieldTools, group, type Item, row } from "#components/plan-form/fields.tsx";
import { RevisedForm } from "#components/plan-form/revised-form.tsx";
import { PlanSection } from "#components/reviews/plan/plan-section.tsx";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { Button } from "#components/ui/button.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { expectChecks } from "#lib/metrics/review/expected-checks.ts";
import { reviewPath } from "#lib/paths.ts";
import { saveReviewSettings, openReviewAsPlanned } from "#lib/reviews/actions.ts";
import { type Coverage, type Reason, type ReviewSettings, coverageSchema } from "#lib/reviews/plan/schema.ts";

type Facts = {
  /** Of the benchmark, those that can be chosen among. */
  tracks: readonly string[];
  isOfStudy: boolean;
  /** For what checks cost: how many decisions there will be, and by how many annotators. */
  items: number;
  annotators: number;
};
type Props = Facts & { slug: string; revision: number; settings: ReviewSettings };

/** All settings of a draft. */
export function PlanForm({ slug, revision, settings, ...facts }: Props) {
  const t = useTranslations("reviews");
  const formatCode = (place: "errors" | "fieldErrors", code: string) => {
    const key = `${place}.${code}` as never;
    return t.has(key) ? t(key) : t(`${place}.unknown`);
  };
  return (
    <RevisedForm
      action={saveReviewSettings}
      where={{ slug }}
      value={settings}
      revision={revision}
      theirs={reviewPath(slug, "plan")}
      conflict="reviews.conflict"
      className="grid gap-10 [&_:is(input,textarea,select,button)]:scroll-mt-20 [&_:is(input,textarea,select,button)]:scroll-mb-28"
      words={{
        saved: t("plan.saved"),
        saving: t("plan.saving"),
        unsaved: t("plan.unsaved"),
        stored: t("plan.stored"),
        invalid: t("plan.invalid"),
        errorOf: (code) => formatCode("errors", code),
        fieldErrorOf: (code) => formatCode("fieldErrors", code),
      }}
      buttons={(isSaving) => (
        <Button type="submit" variant="primary" busy={isSaving}>
          {t("plan.save")}
        </Button>
      )}
    >
      {(tools) => <PlanFields tools={tools} {...facts} />}
    </RevisedForm>
  );
}

const { number, share, toggle, select, texts, list } = fieldsOf<ReviewSettings>();
const aReason = fieldsOf<Reason>();
const aBand = fieldsOf<Coverage["bands"][number]>();
const three = "grid max-w-4xl gap-4 sm:grid-cols-3";
const two = "grid max-w-2xl gap-4 sm:grid-cols-2";

function PlanFields({ tools, ...facts }: Facts & { tools: FieldTools<ReviewSettings> }) {
  const t = useTranslations("reviews.plan");
  const { isOfStudy, tracks, items, annotators } = facts;
  const { value } = tools;
  const listOptions = useListOptions(tools);
  const section = (id: "decisions" | "work" | "coverage" | "checks", fields: readonly Item[]) => (
    <PlanSection
      id={id}
      title={t(`${id}.title`)}
      about={id === "decisions" || id === "coverage" ? t(`${id}.about`) : undefined}
    >
      <Fields tools={tools} items={fields} />
    </PlanSection>
  );
  return (
    <>
      {section("decisions", [
        row("grid gap-4 sm:grid-cols-2", [
          texts("decisions.acceptWord", (of) =>
            t("decisions.acceptWord", { language: t(`languages.${of}`) }),
          ),
        ]),
        listOptions.reasons,
        listOptions.errorTypes,
        row("grid gap-4 xl:grid-cols-2", [
          texts("guidance", (of) => t("guidance.label", { language: t(`languages.${of}`) }), {
            hint: t("guidance.hint"),
            rows: 12,
          }),
        ]),
      ])}
      {section("work", [
        tracks.length > 1 && <Tracks key="tracks" tools={tools} tracks={tracks} />,
        // From a closed study, what has to be agreed on by whom.
        isOfStudy &&
          row(two, [
            number("agreement.people", t("work.people"), { min: 1 }),
            share("agreement.share", t("work.share"), { hint: t("work.shareHint"), min: 50, max: 100 }),
          ]),
        row(three, [
          number("batchSize", t("work.batchSize"), { min: 1 }),
          select(
            "order",
            t("work.order.label"),
            (["file", "seeded"] as const).map((order) => [order, t(`work.order.${order}`)]),
          ),
          number("leaseMinutes", t("work.leaseMinutes"), { hint: t("work.leaseMinutesHint"), min: 1 }),
        ]),
        isOfStudy && toggle("showGold", t("work.showGold"), { hint: t("work.showGoldHint") }),
      ])}
      {section("coverage", [
        row(three, [
          number("coverage.first", t("coverage.first"), { hint: t("coverage.firstHint"), min: 0 }),
          select(
            "coverage.by",
            t("coverage.by.label"),
            (["wilson", "estimate"] as const).map((by) => [by, t(`coverage.by.${by}`)]),
          ),
          value.coverage.by === "wilson" &&
            share("coverage.level", t("coverage.level"), {
              min: 50,
              max: 99.9,
            }),
        ]),
        listOptions.bands,
        <CoverageCost key="cost" coverage={value.coverage} items={items} annotators={annotators} />,
      ])}
      {section("checks", [
        toggle("blind", t("checks.blind"), { hint: t("checks.blindHint") }),
        row(two, [
          share("secondShare", t("checks.second"), { hint: t("checks.secondHint"), min: 0, max: 100 }),
          share("auditRate", t("checks.audit"), { hint: t("checks.auditHint"), min: 0, max: 100 }),
        ]),
      ])}
    </>
  );
}

/** Reasons to reject, types of error, and from which accuracy on how much is checked. */
function useListOptions({ errorOf }: FieldTools<ReviewSettings>) {
  const t = useTranslations("reviews.plan");
  const titled = (
    id: string,
    at: string,
    { title, ...look }: { title: string; about?: string; className: string },
    entries: Item,
  ) => {
    const wrong = errorOf(at);
    return group(
      title,
      [
        wrong && (
          <FieldError key="wrong" id={id}>
            {wrong}
          </FieldError>
        ),
        entries,
      ],
      { ...look, legendClass: "font-medium", aboutClass: "measure text-sm text-ink-muted" },
    );
  };
  const named = (at: "decisions.reasons" | "errorTypes", kind: "reasons" | "errorTypes", max: number) =>
    titled(
      kind,
      at,
      {
        title: t(`${kind}.title`),
        ...(kind === "reasons" && { about: t("reasons.about") }),
        className: "grid min-w-0 gap-3",
      },
      list(at, {
        max,
        fresh: () => ({ key: "", words: { en: "", "zh-CN": "" } }),
        add: t(`${kind}.add`),
        addSize: "small",
        className: "grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]",
        remove: (place) => ({ label: t("named.remove"), name: t(`${kind}.removeOf`, { place }) }),
        items: (place) => [
          aReason.text("key", t("named.key", { place }), { isKey: true }),
          aReason.texts("words", (of) => t("named.words", { place, language: t(`languages.${of}`) })),
        ],
      }),
    );
  return {
    reasons: named("decisions.reasons", "reasons", 40),
    errorTypes: named("errorTypes", "errorTypes", 20),
    bands: titled(
      "bands",
      "coverage.bands",
      { title: t("coverage.bands"), about: t("coverage.bandsHint"), className: "grid gap-3" },
      list("coverage.bands", {
        max: 8,
        fresh: () => ({ from: Number.NaN, rateFrom: Number.NaN, rateTo: Number.NaN }),
        add: t("coverage.addBand"),
        addSize: "small",
        listClass: "grid max-w-4xl gap-3",
        className: "grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_6rem]",
        // The first begins at 0, whatever else there is.
        remove: (place) =>
          place > 1 ? { label: t("coverage.remove"), name: t("coverage.removeBand", { place }) } : null,
        items: (place) =>
          (["from", "rateFrom", "rateTo"] as const).map((name) =>
            aBand.share(name, t(`coverage.band.${name}`, { place }), {
              min: 0,
              max: 100,
              readOnly: name === "from" && place === 1,
            }),
          ),
      }),
    ),
  };
}

type TracksProps = { tools: FieldTools<ReviewSettings>; tracks: readonly string[] };

function Tracks({ tools: { value, set, errorOf }, tracks }: TracksProps) {
  const t = useTranslations("reviews.plan.work");
  const chosen = value.tracks ?? tracks;
  const wrong = errorOf("tracks");
  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">{t("tracks")}</legend>
      {wrong && (
        <FieldError key="wrong" id="tracks">
          {wrong}
        </FieldError>
      )}
      <div className="flex flex-wrap gap-x-6">
        {tracks.map((track) => (
          <CheckboxField
            key={track}
            label={<bdi>{track}</bdi>}
            checked={chosen.includes(track)}
            onChange={({ target }) => {
              const now = tracks.filter((one) => (one === track ? target.checked : chosen.includes(one)));
              set({ tracks: now.length === tracks.length ? null : now });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

const ways = ["wilson", "estimate"] as const;
/** Enough for whole numbers to stand still, and done while one types. */
const paths = 40;
const maxDecisions = 20_000;

type Assumptions = { decisions: number; accuracy: number };

/** What each way costs in checks, of one annotator whose accuracy is assumed. Null while a field makes no sense. */
function reckon(coverage: Coverage, { decisions, accuracy }: Assumptions) {
  const rule = coverageSchema.safeParse(coverage);
  const isWhole = Number.isInteger(decisions) && decisions >= 1 && decisions <= maxDecisions;
  if (!rule.success || !isWhole || !(accuracy >= 0 && accuracy <= 1)) return null;
  return ways.map((by) => ({
    by,
    ...expectChecks({ decisions, accuracy }, { ...rule.data, by }, { paths }),
  }));
}

const ofAssumptions = fieldsOf<Assumptions>();

type CostProps = Pick<Facts, "items" | "annotators"> & { coverage: Coverage };

function CoverageCost({ coverage, items, annotators }: CostProps) {
  const t = useTranslations("reviews.plan.cost");
  const wayWords = useTranslations("reviews.plan.coverage.by");
  const format = useFormatter();
  const [assumed, assume] = useState<Assumptions>({
    accuracy: 0.96,
    decisions: Math.min(maxDecisions, Math.max(1, Math.round((items || 1000) / Math.max(1, annotators)))),
  });
  const asked = useDeferredValue(JSON.stringify({ coverage, ...assumed }));
  const costs = useMemo(() => {
    const { coverage: rule, ...rest } = JSON.parse(asked) as Assumptions & { coverage: Coverage };
    return reckon(rule, rest);
  }, [asked]);
  const whole = (value: number) => format.number(Math.round(value));
  return (
    <div className="grid gap-3 rounded-md border border-line bg-raised p-4">
      <h3 className="font-semibold">{t("title")}</h3>
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
      <Fields
        tools={{
          value: assumed,
          set: (change) =>
            assume((now) => ({ ...now, ...(typeof change === "function" ? change(now) : change) })),
          errors: {},
          errorOf: () => undefined,
        }}
        items={[
          row("grid max-w-2xl gap-4 sm:grid-cols-2", [
            ofAssumptions.share("accuracy", t("accuracy"), { min: 0, max: 100 }),
            ofAssumptions.number("decisions", t("decisions"), { min: 1 }),
          ]),
        ]}
      />
      {costs === null ? (
        <p role="status">{t("none", { most: maxDecisions })}</p>
      ) : (
        <Table
          caption={t("title")}
          columns={[
            { key: "by", label: t("columns.by") },
            { key: "checks", label: t("columns.checks"), numeric: true },
            { key: "share", label: t("columns.share"), numeric: true },
            { key: "range", label: t("columns.range"), numeric: true },
          ]}
          rows={costs.map(({ by, checks, share, low, high }) => ({
            id: by,
            cells: {
              by: [
                wayWords(by),
                ...(by === coverage.by ? [" ", { badge: t("chosen"), tone: "info" as const }] : []),
              ],
              checks: whole(checks),
              share: format.number(share, { style: "percent", maximumFractionDigits: 1 }),
              range: t("between", { low: whole(low), high: whole(high) }),
            },
          }))}
        />
      )}
    </div>
  );
}

/** Opens exactly the plan that this page was drawn from: another one by now is told, not opened. */
export function OpenReview({ slug, title, revision }: { slug: string; title: string; revision: number }) {
  const t = useTranslations("reviews.open");
  return (
    <PlainAction
      action={openReviewAsPlanned}
      fields={{ slug, revision: String(revision) }}
      words={{
        open: t("open"),
        title: t("title", { title }),
        submit: t("submit"),
        busy: t("busy"),
        done: t("done"),
      }}
      means={
        <div className="grid gap-3">
          <p>{t("freezes")}</p>
          <p>{t("after")}</p>
        </div>
      }
      errors="reviews.errors"
      look={{ variant: "primary" }}
      onDone={() => window.location.assign(reviewPath(slug))}
    />
  );
}
