"use client";

import { type ComponentProps, useState } from "react";
import { TextField } from "#components/ui/fields/text-field.tsx";

type NumberProps = Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "type"> & {
  /** Null while nothing stands in it. */
  value: number | null;
  onNumber: (value: number | null) => void;
};

const readNumber = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** Keeps what is being typed ("0." on the way to 0.5) and still follows a value that changes elsewhere. */
export function NumberField({ value, onNumber, ...rest }: NumberProps) {
  const [text, setText] = useState("");
  const shown = Object.is(readNumber(text), value) ? text : value === null ? "" : String(value);
  return (
    <TextField
      {...rest}
      type="number"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onNumber(readNumber(target.value));
      }}
    />
  );
}

// Null means "none" to some of the values behind these fields; an empty text is no value of any of them, and the
// server says at the field what is wrong.
export const emptyNumber = "" as unknown as number;
