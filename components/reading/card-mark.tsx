import clsx from "clsx";
import { Icon } from "#components/ui/icons.tsx";

type Props = { isRight: boolean; children: string };

/** On a card, where it is known what is right: told by words, by a sign, and by the card's edge, not by colour alone. */
export const CardMark = ({ isRight, children }: Props) => (
  <p
    className={clsx(
      "flex items-center gap-2 text-base font-semibold",
      isRight ? "text-success" : "text-danger",
    )}
  >
    <span
      className={clsx(
        "absolute -inset-px -z-1 rounded-lg border-2",
        isRight ? "border-success bg-success-tint" : "border-dashed border-danger bg-danger-tint",
      )}
    />
    <Icon name={isRight ? "check" : "cross"} />
    {children}
  </p>
);
