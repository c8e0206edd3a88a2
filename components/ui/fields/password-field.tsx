"use client";

import clsx from "clsx";
import { type ComponentProps, useId, useState } from "react";
import { Field, type FieldText, controlClass, wiring } from "#components/ui/fields/field.tsx";

type Props = FieldText &
  Omit<ComponentProps<"input">, "id" | "type"> & { words: { show: string; hide: string } };

export function PasswordField({ label, hint, error, words, className, ...rest }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <span className="relative block">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...wiring(id, { hint, error })}
          type={shown ? "text" : "password"}
          className={clsx(controlClass, "pr-20", className)}
        />
        <button
          type="button"
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-1 right-1 min-w-16 rounded-sm px-3 text-sm font-medium text-accent hover:bg-accent-tint"
        >
          {shown ? words.hide : words.show}
        </button>
      </span>
    </Field>
  );
}
