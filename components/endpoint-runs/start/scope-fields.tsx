"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { Choices } from "#components/endpoint-runs/start/choices.ts";
import type { ErrorOf } from "#components/endpoint-runs/start/use-field-error.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { trialDefaults } from "#lib/endpoint-runs/setting-limits.ts";

type Props = Pick<Choices, "benchmark" | "tracks" | "studies"> & {
  /** The study that was come from. */
  study: string | null;
  errorOf: ErrorOf;
};
type ScopeChoice = "all" | "tracks" | "study";

/** Over what: all of the benchmark, some tracks, or what people were served. */
export function ScopeFields({ benchmark, tracks, studies, study: first, errorOf }: Props) {
  const t = useTranslations("endpointRuns.new.over");
  const id = useId();
  const [over, setOver] = useState<ScopeChoice>(first === null ? "all" : "study");
  const error = errorOf("over");
  const ways: readonly ScopeChoice[] = tracks.length > 1 ? ["all", "tracks", "study"] : ["all", "study"];
  return (
    <fieldset
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
      data-refused={error ? true : undefined}
      className="grid gap-2"
    >
      <legend className="mb-2 text-lg font-semibold">{t("legend")}</legend>
      <input type="hidden" name="benchmark" value={benchmark.slug} />
      {ways.map((way) => (
        <label key={way} className="target flex items-center gap-3">
          <input
            type="radio"
            name="over"
            value={way}
            checked={over === way}
            disabled={way === "study" && studies.length === 0}
            onChange={() => setOver(way)}
            className="size-5 shrink-0 accent-accent"
          />
          <span>
            {t(way)}
            {way === "all" && <Cases count={benchmark.cases} />}
          </span>
        </label>
      ))}
      {studies.length === 0 && <p className="ml-8 text-sm text-ink-muted">{t("noStudies")}</p>}
      {over === "tracks" && <TrackChoice tracks={tracks} />}
      {over === "study" && <StudyChoice studies={studies} first={first} errorOf={errorOf} />}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}

function TrackChoice({ tracks }: Pick<Choices, "tracks">) {
  const t = useTranslations("endpointRuns.new.over");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <>
      <input type="hidden" name="tracks" value={chosen.join("\n")} />
      <ul role="list" aria-label={t("tracks")} className="ml-8 grid gap-x-6 sm:grid-cols-2">
        {tracks.map(({ name, cases }) => (
          <li key={name}>
            <label className="target flex items-center gap-3">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
                className="size-6 shrink-0 accent-accent"
              />
              <span className="min-w-0 wrap-anywhere">
                <bdi>{name}</bdi>
                <Cases count={cases} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

type StudyProps = Pick<Choices, "studies"> & { first: string | null; errorOf: ErrorOf };

function StudyChoice({ studies, first, errorOf }: StudyProps) {
  const t = useTranslations("endpointRuns.new.over");
  const [slug, setSlug] = useState(first ?? studies[0]?.slug);
  const arms = studies.find((one) => one.slug === slug)?.arms ?? [];
  return (
    <div className="ml-8 grid max-w-xl gap-4">
      <SelectField
        name="study"
        label={t("studyLabel")}
        hint={t("studyHint")}
        value={slug}
        onChange={({ target }) => setSlug(target.value)}
      >
        {studies.map(({ slug, title, cases }) => (
          <option key={slug} value={slug}>
            {title} ({t("cases", { count: cases })})
          </option>
        ))}
      </SelectField>
      {arms.length > 0 && (
        <SelectField
          // Another study has other arms.
          key={slug}
          name="arm"
          label={t("armLabel")}
          hint={t("armHint")}
          error={errorOf("arm")}
        >
          <option value="">{t("noArm")}</option>
          {arms.map((name, at) => (
            <option key={name} value={at + 1}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

function Cases({ count }: { count: number }) {
  const t = useTranslations("endpointRuns.new.over");
  return <span className="figures ml-2 text-sm text-ink-muted">{t("cases", { count })}</span>;
}

type TrialFieldsProps = Pick<Choices, "benchmark" | "tracks"> & { errorOf: ErrorOf };

/** On how many cases a prompt is tried, and from where they are drawn. */
export function TrialFields({ benchmark, tracks, errorOf }: TrialFieldsProps) {
  const t = useTranslations("endpointRuns.new.trial");
  const [isOfSome, setOfSome] = useState(false);
  const error = errorOf("over");
  return (
    <fieldset
      tabIndex={-1}
      aria-describedby={error ? "tracks-error" : undefined}
      data-refused={error ? true : undefined}
      className="grid gap-4"
    >
      <legend className="mb-2 text-lg font-semibold">{t("cases")}</legend>
      <input type="hidden" name="benchmark" value={benchmark.slug} />
      <p className="measure">{t("about")}</p>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          name="trialCases"
          label={t("count")}
          inputMode="numeric"
          defaultValue={trialDefaults.trialCases}
          error={errorOf("trialCases")}
          autoComplete="off"
        />
        <TextField
          name="trialSeed"
          label={t("seed")}
          hint={t("seedHint")}
          inputMode="numeric"
          defaultValue={trialDefaults.trialSeed}
          error={errorOf("trialSeed")}
          autoComplete="off"
        />
      </div>
      {tracks.length > 1 && (
        <>
          <input type="hidden" name="over" value={isOfSome ? "tracks" : "all"} />
          <CheckboxField
            label={t("someTracks")}
            checked={isOfSome}
            onChange={({ target }) => setOfSome(target.checked)}
          />
          {isOfSome && <TrackChoice tracks={tracks} />}
          {error && <FieldError id="tracks">{error}</FieldError>}
        </>
      )}
    </fieldset>
  );
}
