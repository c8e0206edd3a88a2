import type { OwnValue } from "#lib/task-kinds/kind.ts";
import { optionFields } from "#lib/task-kinds/options/value.ts";

type Props = { option: number; value: OwnValue | null };

export const OptionRadio = ({ option, value }: Props) => (
  <input
    type="radio"
    name={optionFields.choice}
    value={option}
    defaultChecked={value?.choice === option}
    className="size-6 shrink-0 accent-accent"
  />
);
