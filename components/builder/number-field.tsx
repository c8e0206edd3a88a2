"use client";

import { type ComponentProps, useState } from "react";
import { TextField } from "#components/ui/fields/text-field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "type"> & {
  /** Null while nothing stands in it. */
  value: number | null;
  onNumber: (value: number | null) => void;
};

type RequiredProps = Omit<Props, "onNumber"> & { onNumber: (value: number) => void };

const read = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** Keeps what is being typed ("0." on the way to 0.5) and still follows a value that changes elsewhere. */
export function NumberField({ value, onNumber, ...rest }: Props) {
  const [text, setText] = useState("");
  const shown = Object.is(read(text), value) ? text : value === null ? "" : String(value);
  return (
    <TextField
      {...rest}
      type="number"
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onNumber(read(event.target.value));
      }}
    />
  );
}

// Null means "none" to some of the values behind these fields; an empty text is no value of any of them.
const emptyNumber = "" as unknown as number;

/** Has to hold a number: an empty field is passed on as what it is, and the server says at this field what is wrong. */
export const RequiredNumberField = ({ onNumber, ...rest }: RequiredProps) => (
  <NumberField {...rest} onNumber={(value) => onNumber(value ?? emptyNumber)} />
);

// Seven percent is 0.07, and not shown as 7.000000000000001.
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/** A share, entered in percent. */
export const PercentField = ({ value, onNumber, ...rest }: RequiredProps) => (
  <RequiredNumberField
    {...rest}
    step="any"
    value={typeof value === "number" ? rounded(value * 100) : null}
    onNumber={(percent) => onNumber(typeof percent === "number" ? rounded(percent / 100) : percent)}
  />
);

/** The same, where nothing is as good an answer. */
export const OptionalPercentField = ({ value, onNumber, ...rest }: Props) => (
  <NumberField
    {...rest}
    step="any"
    value={value === null ? null : rounded(value * 100)}
    onNumber={(percent) => onNumber(percent === null ? null : rounded(percent / 100))}
  />
);
