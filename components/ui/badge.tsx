import clsx from "clsx";
import type { ReactNode } from "react";

export type Tone = keyof typeof tones;

const tones = {
  neutral: "border-edge text-ink-muted",
  info: "border-info text-info",
  success: "border-success text-success",
  warning: "border-warning text-warning",
  danger: "border-danger text-danger",
};

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-block rounded-full border px-2 text-sm font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
