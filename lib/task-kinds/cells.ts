// Options are counted from 1 in what people read, from 0 in the code.

export const fromOne = (index: number | null): number | null => (index === null ? null : index + 1);

export const orderFromOne = (order: readonly number[]): number[] => order.map((index) => index + 1);

export const nullable = (said: boolean | null): number | null => (said === null ? null : Number(said));

/** What there is nothing of is stored as an empty list, or as none. */
export const listFilled = (values: readonly number[] | null): readonly number[] | null =>
  values && values.length > 0 ? values : null;
