"use client";

import { type ReactNode, useId } from "react";
import { FieldHint } from "#components/ui/fields/field.tsx";

type Props<T extends string> = {
  legend: string;
  hint?: ReactNode;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

/** One of a few, side by side. */
export function QuestionChoice<T extends string>({ legend, hint, value, options, onChange }: Props<T>) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="font-medium">{legend}</legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label key={option.value} className="target flex items-center gap-2">
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-5 shrink-0 accent-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
