"use client";

import type { ComponentProps } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "#components/ui/button.tsx";

type Props = Omit<ComponentProps<typeof Button>, "type" | "busy"> & { busyLabel?: string };

export function SubmitButton({ busyLabel, children, variant = "primary", onClick, ...rest }: Props) {
  const { pending } = useFormStatus();
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
