"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode, useId, type ChangeEvent } from "react";
import type { Choices, FormValues } from "#components/endpoint-runs/start/choices.ts";
import type { ErrorOf } from "#components/endpoint-runs/start/use-field-error.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField, TextAreaField } from "#components/ui/fields/text-field.tsx";
import {
  settingDefaults,
  settingLimits,
  shotCounts,
  longestAnalysis,
  maxAnalyses,
} from "#lib/endpoint-runs/setting-limits.ts";
import { controlClass } from "#components/ui/fields/field.tsx";

type Props = { choices: Choices; filled: FormValues; currency: string; errorOf: ErrorOf };
type Settings = keyof typeof settingDefaults;

const foldedAway = [
  ...Object.keys(settingLimits).filter((name) => name !== "replicate"),
  "reasoningEffort",
  "isGrouped",
  "combining",
  "budgetMoney",
  "shots",
  "shotsFrom",
  "shotsAnswer",
  "analyses",
];
const efforts = ["minimal", "low", "medium", "high"] as const;

/** Folded, with what matters of them in one line; open where something in them is wrong. */
export function SettingsFields({ choices, filled, currency, errorOf }: Props) {
  const t = useTranslations("endpointRuns.new.settings");
  const [isOpen, setOpen] = useState(false);
  const isWrong = foldedAway.some((name) => errorOf(name) !== undefined);
  const now = (name: Settings) => filled[name] ?? String(settingDefaults[name]);
  const samples = Number(now("samples"));
  const orders = Number(now("orders"));
  return (
    <details
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-lg border border-line bg-raised px-4 py-2"
    >
      <summary className="target flex flex-wrap items-center gap-x-3 font-semibold">
        {t("title")}
        <span className="figures font-normal text-ink-muted">
          {t("summary", {
            temperature: now("temperature") || t("none"),
            tries: Number(now("tries")),
            seconds: now("timeoutSeconds"),
            atOnce: now("atOnce"),
            samples,
            orders,
            grouped: filled.isGrouped ? "yes" : "no",
          })}
        </span>
      </summary>
      <div className="grid gap-6 pt-3 pb-4">
        <p className="measure text-sm text-ink-muted">{t("defaults")}</p>
        <Group title={t("calls")}>
          <CallSettings errorOf={errorOf} />
        </Group>
        <SeveralAtOnce samples={samples} errorOf={errorOf} />
        <Group title={t("ordering")}>
          <Setting name="orders" errorOf={errorOf} />
        </Group>
        <Group title={t("shots.title")}>
          <ShotFields choices={choices} filled={filled} errorOf={errorOf} />
        </Group>
        <Group title={t("stopping")}>
          <Setting
            name="budgetMoney"
            label={t("budgetMoney", { currency })}
            inputMode="decimal"
            errorOf={errorOf}
          />
          <Setting name="budgetTokens" errorOf={errorOf} />
          <Setting name="failuresInARow" errorOf={errorOf} />
        </Group>
      </div>
    </details>
  );
}

function CallSettings({ errorOf }: Pick<Props, "errorOf">) {
  const t = useTranslations("endpointRuns.new.settings");
  return (
    <>
      <Setting name="temperature" inputMode="decimal" errorOf={errorOf} />
      <Setting name="maxTokens" errorOf={errorOf} />
      <Setting name="seed" errorOf={errorOf} />
      <SelectField name="reasoningEffort" label={t("reasoningEffort")} error={errorOf("reasoningEffort")}>
        <option value="">{t("effort.none")}</option>
        {efforts.map((effort) => (
          <option key={effort} value={effort}>
            {t(`effort.${effort}`)}
          </option>
        ))}
      </SelectField>
      <Setting name="timeoutSeconds" errorOf={errorOf} />
      <Setting name="tries" errorOf={errorOf} />
      <Setting name="atOnce" errorOf={errorOf} />
      <CheckboxField name="isStreamed" label={t("isStreamed")} hint={t("isStreamedHint")} />
    </>
  );
}

/** Several answers to a case, or several cases in a call. */
function SeveralAtOnce({ samples, errorOf }: Pick<Props, "errorOf"> & { samples: number }) {
  const t = useTranslations("endpointRuns.new.settings");
  return (
    <>
      <Group title={t("sampling")}>
        <Setting name="samples" errorOf={errorOf} />
        {samples > 1 && (
          <SelectField name="combining" label={t("combining")} hint={t("combiningHint")}>
            <option value="majority">{t("combine.majority")}</option>
            <option value="mean">{t("combine.mean")}</option>
          </SelectField>
        )}
      </Group>
      <Group title={t("grouping")}>
        <CheckboxField
          name="isGrouped"
          label={t("isGrouped")}
          hint={t("isGroupedHint")}
          error={errorOf("isGrouped")}
        />
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="mb-2 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

const hinted = new Set(
  "temperature maxTokens seed tries atOnce samples orders budgetMoney budgetTokens".split(" "),
);

type SettingProps = {
  name: Exclude<keyof typeof settingLimits, "shotsSeed" | "replicate"> | "budgetMoney";
  label?: string;
  inputMode?: "numeric" | "decimal";
  errorOf: ErrorOf;
};

/** A number: what it has to be is said by the server, in words, and by no bubble of the browser. */
function Setting({ name, label, inputMode = "numeric", errorOf }: SettingProps) {
  const t = useTranslations("endpointRuns.new.settings");
  const [least, most] = settingLimits.temperature;
  return (
    <TextField
      name={name}
      label={label ?? t(name as "tries")}
      hint={hinted.has(name) && t(`${name as "temperature"}Hint`, { least, most })}
      error={errorOf(name)}
      inputMode={inputMode}
      defaultValue={settingDefaults[name as Settings] ?? ""}
      autoComplete="off"
    />
  );
}

type ShotFieldsProps = { choices: Choices; filled: FormValues; errorOf: ErrorOf };

/** Cases with their answers that the model is shown before each. */
function ShotFields({ choices: { benchmark, pools }, filled, errorOf }: ShotFieldsProps) {
  const t = useTranslations("endpointRuns.new.settings.shots");
  const from = filled.shotsFrom || benchmark.slug;
  const runs = pools.find(({ slug }) => slug === from)?.runs ?? [];
  return (
    <>
      <SelectField name="shots" label={t("count")} hint={t("countHint")} error={errorOf("shots")}>
        {shotCounts.map((count) => (
          <option key={count} value={count}>
            {t("shown", { count })}
          </option>
        ))}
      </SelectField>
      {filled.shots !== undefined && filled.shots !== "0" && (
        <>
          <SelectField name="shotsFrom" label={t("from")} hint={t("fromHint")} error={errorOf("shotsFrom")}>
            <option value="">{t("fromHere")}</option>
            {pools
              .filter(({ slug }) => slug !== benchmark.slug)
              .map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
          </SelectField>
          <SelectField key={from} name="shotsAnswer" label={t("answer")} error={errorOf("shotsAnswer")}>
            <option value="">{t("gold")}</option>
            <option value="written">{t("written")}</option>
            {runs.map(({ id, label }) => (
              <option key={id} value={id}>
                {t("ofRun", { run: label })}
              </option>
            ))}
          </SelectField>
          <TextField
            name="shotsSeed"
            label={t("seed")}
            inputMode="numeric"
            defaultValue={settingDefaults.shotsSeed}
            error={errorOf("shotsSeed")}
            autoComplete="off"
          />
          <CheckboxField name="areShotsPerCase" label={t("perCase")} />
          {filled.shotsAnswer === "written" && <AnalysesField errorOf={errorOf} />}
        </>
      )}
    </>
  );
}

const example = '{"case": "…", "analysis": "…"}';

/** What somebody wrote of cases, a line each: from a file, or typed. */
function AnalysesField({ errorOf }: { errorOf: ErrorOf }) {
  const t = useTranslations("endpointRuns.new.settings.shots");
  const problems = useTranslations("endpointRuns.fieldErrors");
  const id = useId();
  const [text, setText] = useState("");
  const [isTooLong, setTooLong] = useState(false);
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setTooLong(file.size > maxAnalyses);
    setText(file.size > maxAnalyses ? "" : await file.text());
  }
  return (
    <div className="col-span-full grid gap-3">
      <TextAreaField
        name="analyses"
        label={t("analyses")}
        hint={t("analysesHint", { example, most: longestAnalysis })}
        error={isTooLong ? problems("analyses_long") : errorOf("analyses")}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setTooLong(false);
        }}
        rows={6}
        className="font-mono text-sm"
        spellCheck={false}
        dir="auto"
      />
      <div className="grid max-w-md gap-1.5">
        <label htmlFor={id} className="font-medium">
          {t("analysesFile")}
        </label>
        <input
          id={id}
          type="file"
          accept=".jsonl,.ndjson,.json,application/x-ndjson,application/json,text/plain"
          onChange={(event) => void read(event)}
          className={controlClass}
        />
      </div>
    </div>
  );
}
