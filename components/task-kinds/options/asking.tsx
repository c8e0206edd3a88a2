"use client";

import type { KindAsking, EachConfidenceProps } from "#components/task-kinds/kind.ts";
import { findContrary, type ContraryChoice } from "#components/task-kinds/options/contrary.ts";
import { type OptionValue, optionFields } from "#lib/task-kinds/options/value.ts";
import { useEffect, useRef, type ComponentProps, useId, useState } from "react";
import { fill, optionalMark } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { Callout } from "#components/ui/callout.tsx";
import { formatGuess } from "#components/sitting/case/confidence-slider.tsx";
import { controlClass } from "#components/ui/fields/field.tsx";

type Props = ComponentProps<KindAsking<ContraryChoice>["DoubtQuestion"]>;

/** Whether a choice against one's own probabilities is meant: going on keeps it. */
function ContraryQuestion({ doubt, names, words, onChange }: Props) {
  const { chosen, likelier, shares } = doubt;
  const place = useRef<HTMLDivElement>(null);
  const percent = (option: number) => Math.round((shares[option] ?? 0) * 100);
  const values = {
    chosen: names[chosen] ?? "",
    likelier: names[likelier] ?? "",
    ofChosen: percent(chosen),
    ofLikelier: percent(likelier),
  };
  useEffect(() => place.current?.focus(), []);
  return (
    <div
      ref={place}
      role="group"
      aria-label={fill(words.title, values)}
      tabIndex={-1}
      className="scroll-mt-16"
    >
      <Callout title={fill(words.title, values)}>
        <p>{fill(words.body, values)}</p>
        <div className="flex flex-wrap gap-3 pt-3">
          <button name="go" value="next" className={buttonClass()}>
            {words.keep}
          </button>
          <button type="button" onClick={onChange} className={buttonClass({ variant: "quiet" })}>
            {words.change}
          </button>
        </div>
      </Callout>
    </div>
  );
}

/** In percent; NaN stands for a field that is still empty. */
const toNumber = (share: number) => (Number.isNaN(share) ? "" : String(Math.round(share * 100)));

/** As models give them: one number for each candidate, with what is left to give told beside them. */
function ProbabilityFields({ names, language, value, ...asked }: EachConfidenceProps) {
  const { required, isGuided, words, error } = asked;
  const hintId = useId();
  const { extra } = words;
  const [given, setGiven] = useState(() => {
    const { probabilities } = (value ?? { probabilities: [] }) as OptionValue;
    return names.map((_, option) => toNumber(probabilities[option] ?? Number.NaN));
  });
  const sum = given.reduce((all, one) => all + (Number(one) || 0), 0);
  const told =
    sum === 100 ? extra.whole : fill(sum < 100 ? extra.left : extra.over, { value: Math.abs(100 - sum) });
  return (
    <fieldset className="grid max-w-md gap-3" aria-describedby={hintId}>
      <legend className="mb-1 font-medium">
        {extra.probabilities}
        {!required && <span className="font-normal text-ink-muted">{optionalMark(words)}</span>}
      </legend>
      <p id={hintId} className="text-sm text-ink-muted">
        {extra.probabilitiesHint} {isGuided && formatGuess(words, names.length)}
      </p>
      {names.map((name, option) => (
        <label key={option} className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-3">
          <span lang={language} dir="auto" className="min-w-0 wrap-anywhere">
            {name}
          </span>
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            step={1}
            name={optionFields.probability(option)}
            defaultValue={given[option]}
            aria-invalid={error ? true : undefined}
            onChange={({ currentTarget }) => setGiven(given.with(option, currentTarget.value))}
            className={`${controlClass} figures text-right`}
          />
        </label>
      ))}
      <p role="status" className="figures text-sm font-medium">
        {told}
      </p>
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
    </fieldset>
  );
}

export const optionAsking: KindAsking<ContraryChoice> = {
  EachConfidence: ProbabilityFields,
  findDoubt: findContrary,
  DoubtQuestion: ContraryQuestion,
};
