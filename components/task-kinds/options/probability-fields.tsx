"use client";

import { useId, useState } from "react";
import { formatGuess } from "#components/sitting/case/confidence-slider.tsx";
import { fill, optionalMark } from "#components/sitting/words.ts";
import type { EachConfidenceProps } from "#components/task-kinds/kind.ts";
import { controlClass } from "#components/ui/fields/field.tsx";
import { optionFields } from "#lib/task-kinds/options/value.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

/** In percent; NaN stands for a field that is still empty. */
const toNumber = (share: number) => (Number.isNaN(share) ? "" : String(Math.round(share * 100)));

/** As models give them: one number for each candidate, with what is left to give told beside them. */
export function ProbabilityFields({ names, language, value, ...asked }: EachConfidenceProps) {
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
