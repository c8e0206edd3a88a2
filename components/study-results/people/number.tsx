import type { ReactNode } from "react";
import { inDigits, inPercent } from "#lib/figures/written.ts";

/** A share in percent, without the sign, which the heading has. */
export const Percent = ({ value }: { value: number | null }) =>
  value === null ? <Nothing /> : <span title={String(value)}>{inPercent(value)}</span>;

/** In points, with its sign: it lies on one side of 0 or the other. */
export const Points = ({ value }: { value: number | null }) =>
  value === null ? <Nothing /> : <span title={String(value)}>{inPoints(value)}</span>;

export const inPoints = (value: number): string => `${value > 0 ? "+" : ""}${inPercent(value)}`;

export const Decimal = ({ value, digits = 3 }: { value: number | null; digits?: number }) =>
  value === null ? <Nothing /> : <span title={String(value)}>{inDigits(value, digits)}</span>;

/** Smaller than what is printed is told as such, and never as 0. */
export function Probability({ value }: { value: number | null }): ReactNode {
  if (value === null) return <Nothing />;
  return <span title={String(value)}>{value < 0.001 ? "< 0.001" : value.toFixed(3)}</span>;
}

export const Nothing = () => <span className="text-ink-muted">–</span>;

/** Minutes and seconds, as on a watch; hours where there are any. */
export function onTheWatch(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
