"use client";

import { useTranslations } from "next-intl";
import { useListFocus } from "#components/builder/questions/list.ts";
import type { StepTools } from "#components/builder/step-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import type { ConsentTick } from "#lib/studies/consent-schema.ts";
import { studyLanguages, type Design } from "#lib/studies/schema.ts";

const most = 10;

/** Statements with a box each, where a board asks for them. */
export function WordsTicks({ value, set, errorOf }: StepTools<Design["words"]>) {
  const t = useTranslations("builderWords.words");
  const { list, adding, focusNext } = useListFocus();
  const ticks = value.ticks ?? [];
  const change = (at: number, given: Partial<ConsentTick>) =>
    set(({ ticks: before = [] }) => ({
      ticks: before.map((tick, i) => (i === at ? { ...tick, ...given } : tick)),
    }));
  return (
    <section className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-xl font-semibold">{t("ticks.title")}</h2>
        <p className="text-ink-muted">{t("ticks.intro")}</p>
      </header>
      {ticks.length > 0 && (
        <ol ref={list} role="list" className="grid gap-4">
          {ticks.map((tick, index) => (
            <Tick
              key={index}
              index={index}
              tick={tick}
              errorOf={errorOf}
              onChange={(given) => change(index, given)}
              onRemove={() => {
                set(({ ticks: before = [] }) => ({ ticks: before.filter((_, i) => i !== index) }));
                focusNext(Math.min(index, ticks.length - 2), "key");
              }}
            />
          ))}
        </ol>
      )}
      {ticks.length < most && (
        <div>
          <Button
            ref={adding}
            onClick={() => {
              const fresh = { key: "", label: { en: "", "zh-CN": "" } };
              set(({ ticks: before = [] }) => ({ ticks: [...before, fresh] }));
              focusNext(ticks.length, "key");
            }}
          >
            {t("ticks.add")}
          </Button>
        </div>
      )}
    </section>
  );
}

type TickProps = Pick<StepTools<Design["words"]>, "errorOf"> & {
  index: number;
  tick: ConsentTick;
  onChange: (given: Partial<ConsentTick>) => void;
  onRemove: () => void;
};

function Tick({ index, tick, onChange, onRemove, errorOf }: TickProps) {
  const t = useTranslations("builderWords.words");
  return (
    <li data-item={index} className="grid items-end gap-3 sm:grid-cols-[10rem_repeat(2,minmax(0,1fr))_auto]">
      <TextField
        label={t("ticks.key", { place: index + 1 })}
        value={tick.key}
        onChange={({ target }) => onChange({ key: target.value })}
        error={errorOf(`ticks.${index}.key`)}
        data-part="key"
        className="font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {studyLanguages.map((language) => (
        <TextField
          key={language}
          label={t("ticks.label", { place: index + 1, language: t(`languages.${language}`) })}
          lang={language}
          value={tick.label[language]}
          onChange={({ target }) => onChange({ label: { ...tick.label, [language]: target.value } })}
          data-field={`words.ticks.${index}.label.${language}`}
          error={errorOf(`ticks.${index}.label.${language}`)}
          autoComplete="off"
        />
      ))}
      <Button variant="quiet" aria-label={t("ticks.removeOf", { place: index + 1 })} onClick={onRemove}>
        {t("ticks.remove")}
      </Button>
    </li>
  );
}
