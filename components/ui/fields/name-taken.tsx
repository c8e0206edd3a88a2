import { FormMessage } from "#components/ui/fields/form-message.tsx";

type Props = { name: string; taken: readonly string[]; warn: (taken: string) => string };

const plain = (name: string) => name.trim().toLocaleLowerCase();

/** Two things may be called the same; whoever is about to do it by mistake is told, by name. */
export function NameTaken({ name, taken, warn }: Props) {
  const same = plain(name) && taken.find((one) => plain(one) === plain(name));
  return <FormMessage tone="warning">{same ? warn(same) : null}</FormMessage>;
}
