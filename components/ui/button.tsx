import clsx from "clsx";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonLook } from "#components/ui/button-class.ts";

type ButtonProps = ComponentProps<"button"> & ButtonLook & { busy?: boolean };

/** While busy it keeps the focus, which `disabled` would lose; whoever handles the click has to ignore it. */
export function Button({ variant, size, busy, className, children, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      className={clsx(buttonClass({ variant, size }), className)}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A plain anchor: next/link would cost every page 9 kB, the participants' too. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & ButtonLook & { href: string }) {
  return (
    <a className={clsx(buttonClass({ variant, size }), className)} {...rest}>
      {children}
    </a>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
    />
  );
}
