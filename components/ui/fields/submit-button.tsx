"use client";

import type { ComponentProps, SyntheticEvent } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "#components/ui/button.tsx";

type Props = Omit<ComponentProps<typeof Button>, "type" | "busy"> & {
  busyLabel?: string;
  /** Pressed, and something has to happen before the form is sent. */
  waits?: boolean;
};

export function SubmitButton({ busyLabel, waits, children, variant = "primary", onClick, ...rest }: Props) {
  const status = useFormStatus();
  const pending = status.pending || waits === true;
  return (
    <Button
      {...rest}
      type="submit"
      variant={variant}
      busy={pending}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending && busyLabel ? busyLabel : children}
    </Button>
  );
}

/** For forms that may have to be sent once more: React empties a form after its action, and so undoes what was chosen in it. */
export const keepFilledIn = (event: SyntheticEvent): void => event.preventDefault();
