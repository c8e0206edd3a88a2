"use client";

import { useTranslations } from "next-intl";
import { type FieldTools, NumberField } from "#components/plan-form/fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { countGroupsOf, type TrackGroups } from "#lib/studies/frame/survey.ts";
import type { Assignment, Sample } from "#lib/studies/schema.ts";
import { countAsked, countLinked } from "#lib/studies/strata/schema.ts";

/** An empty field asks for none. */
export function withCount(
  before: Readonly<Record<string, number>>,
  track: string,
  count: number | null,
): Record<string, number> {
  const { [track]: _old, ...others } = before;
  return count === null ? others : { ...others, [track]: count };
}

/** A plan without a track that has such a setting says nothing of it. */
function withSetting<T>(
  before: Readonly<Record<string, T>> | undefined,
  track: string,
  value: T | null,
): Record<string, T> | undefined {
  const { [track]: _old, ...others } = before ?? {};
  const settings = value === null ? others : { ...others, [track]: value };
  return Object.keys(settings).length === 0 ? undefined : settings;
}

/** `sets`: how many sets of cases are drawn. */
type GroupsProps = { groups: readonly TrackGroups[]; sets: number; tools: FieldTools<Sample> };

/** Whether a track is drawn case by case, or by groups, and how many cases of each. */
export function Groups({ groups, sets, tools }: GroupsProps) {
  const t = useTranslations("builder.sampleStep.groups");
  if (groups.length === 0) return null;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("title")}</legend>
      <p className="measure text-ink-muted">{t("about")}</p>
      {[...Map.groupBy(groups, ({ track }) => track)].map(([track, ways]) => (
        <TrackField key={track} track={track} ways={ways} sets={sets} tools={tools} />
      ))}
    </fieldset>
  );
}

type TrackProps = Pick<GroupsProps, "sets" | "tools"> & { track: string; ways: readonly TrackGroups[] };

function TrackField({ track, ways, sets, tools: { value, set, errorOf } }: TrackProps) {
  const t = useTranslations("builder.sampleStep.groups");
  const each = value.groups?.[track] ?? null;
  const chosen = value.pairBy?.[track] ?? null;
  const of = ways.find(({ attribute }) => attribute === chosen);
  const sizes = of?.sizes ?? [];
  const [least, most] = [sizes[0]?.cases ?? 0, sizes.at(-1)?.cases ?? 0];
  const choose = (count: number | null) =>
    set((before) => ({ groups: withSetting(before.groups, track, count) }));
  const groupBy = (attribute: string | null) => {
    const largest = ways.find((way) => way.attribute === attribute)?.sizes.at(-1)?.cases ?? null;
    set((before) => ({
      pairBy: withSetting(before.pairBy, track, attribute),
      groups: withSetting(before.groups, track, attribute === null ? null : largest),
    }));
  };
  const attributes = new Set(ways.flatMap(({ attribute }) => attribute ?? []));
  if (chosen !== null) attributes.add(chosen);
  const count = (size: number) => (of ? countGroupsOf(of, size) : 0);
  return (
    <div className="grid gap-2 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-end gap-3">
        {attributes.size > 0 && (
          <div className="w-64 max-w-full">
            <SelectField
              label={t("by", { track })}
              value={chosen ?? ""}
              onChange={({ target }) => groupBy(target.value || null)}
              error={errorOf(`pairBy.${track}`)}
            >
              <option value="">{t("byBenchmark")}</option>
              {[...attributes].map((attribute) => (
                <option key={attribute} value={attribute}>
                  {attribute}
                </option>
              ))}
            </SelectField>
          </div>
        )}
        <div className="w-64 max-w-full">
          <NumberField
            label={t("label", { track })}
            hint={t("hint")}
            min={1}
            max={1000}
            value={each}
            onNumber={choose}
            error={errorOf(`groups.${track}`)}
          />
        </div>
        {most > 0 && each !== most && (
          <Button size="small" onClick={() => choose(most)}>
            {t("all", { most })}
          </Button>
        )}
      </div>
      {of && (
        <p className="figures text-sm text-ink-muted">
          {t(least === most ? "same" : "sizes", { groups: count(1), least, most, origins: of.origins })}
        </p>
      )}
      {each !== null && <Needed track={track} each={each} sets={sets} there={count(each)} sample={value} />}
      {chosen !== null && each !== null && of && (
        <p className="figures text-sm">{t("broken", { cases: countBroken(of, each) })}</p>
      )}
    </div>
  );
}

/** Cases of pairs that lack one: they are never drawn. */
const countBroken = ({ sizes }: TrackGroups, each: number): number =>
  sizes.reduce((sum, { cases, groups }) => (cases < each ? sum + cases * groups : sum), 0);

type NeededProps = { track: string; each: number; sets: number; there: number; sample: Sample };

/** How many groups it takes, of how many. */
function Needed({ track, each, sets, there, sample }: NeededProps) {
  const t = useTranslations("builder.sampleStep.groups");
  const quota = countAsked(sample, track);
  if (quota % each !== 0) return <p className="figures text-sm">{t("cut", { quota, each })}</p>;
  const [person, linked] = [quota / each, (sample.linked?.[track] ?? 0) / each];
  const needed = linked + (person - linked) * sets;
  return (
    <p className="figures text-sm">{t(needed > there ? "lacks" : "needs", { person, needed, there })}</p>
  );
}

const usualShare = 0.1;

type LinkedProps = Pick<GroupsProps, "sets" | "tools"> & Pick<Assignment, "design">;

/** In blocks: cases that everybody gets, so that raters of different blocks can be compared. */
export function Linked({ design, sets, tools: { value, set, errorOf } }: LinkedProps) {
  const t = useTranslations("builder.sampleStep.linked");
  const asked = Object.entries(value.quota).filter(([, quota]) => quota > 0);
  if ((design !== "blocks" || sets < 2) && value.linked === undefined) return null;
  const link = (track: string, count: number | null) =>
    set((before) => ({ linked: withSetting(before.linked, track, count) }));
  const tenthOf = (track: string, quota: number) => {
    const each = value.groups?.[track] ?? 1;
    return Math.max(1, Math.round((quota / each) * usualShare)) * each;
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("title")}</legend>
      <p className="measure text-ink-muted">{t("about")}</p>
      <div className="grid max-w-xl items-end gap-4 sm:grid-cols-2">
        {asked.map(([track, quota]) => (
          <NumberField
            key={track}
            label={t("label", { track })}
            hint={t("hint", { quota })}
            min={0}
            max={1000}
            value={value.linked?.[track] ?? null}
            onNumber={(count) => link(track, count)}
            error={errorOf(`linked.${track}`)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          size="small"
          onClick={() =>
            set({ linked: Object.fromEntries(asked.map(([track, quota]) => [track, tenthOf(track, quota)])) })
          }
        >
          {t("tenth")}
        </Button>
        {value.linked && (
          <Button size="small" onClick={() => set({ linked: undefined })}>
            {t("none")}
          </Button>
        )}
      </div>
      <p className="figures text-sm">
        {t("total", {
          cases: asked.reduce((sum, [track]) => sum + countLinked(value, { design }, "selected", track), 0),
          sets,
        })}
      </p>
    </fieldset>
  );
}
