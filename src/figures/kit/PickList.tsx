import { ListBox, type ListBoxProps } from '../../ui/boxes.tsx';

interface ChoiceProps extends Omit<ListBoxProps, 'className'> {
  readonly label: string;
}

/** Shows a list beside its name, told apart where it is not at what the page opens with (the empty value). */
export function PickList({ label, ...list }: ChoiceProps) {
  return (
    <label className={list.value === '' ? 'btn pick' : 'btn pick on'}>
      <span>{label}</span>
      <ListBox {...list} />
    </label>
  );
}
