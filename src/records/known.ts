import type { Instance, Response } from '../schema/records.ts';
import { NameCheck } from './names.ts';

const SEP = '\u0000';

/** Instances of one split and subset; `size` says how many. */
export interface SplitPart {
  readonly split: string;
  readonly subset: string;
  size: number;
}

/** What is known of an instance, and of a response. */
export type KnownInstance = Pick<Instance, 'instance' | 'split'> & {
  readonly attributes: { readonly subset?: string };
};
export type KnownResponse = Pick<Response, 'instance' | 'response' | 'condition'>;

/** What the instances and responses read so far allow other records to refer to. Ids only: no texts are held. */
export class KnownIds {
  private readonly instances = new Map<string, number>();
  private readonly partOf: number[] = [];
  private readonly parts: SplitPart[] = [];
  private readonly responses = new Map<string, number>();

  /** What is remarkable about the names in all of them. */
  readonly names = new NameCheck();

  /** Instances that are not used, so that what belongs to them is not called unknown. */
  private readonly leftOut = new Set<string>();

  leaveOut(id: string): void {
    this.leftOut.add(id);
  }

  wasLeftOut(id: string): boolean {
    return this.leftOut.has(id);
  }

  get responseCount(): number {
    return this.responses.size;
  }

  /** Gives false when there is an instance of this name already. */
  addInstance({ instance, split, attributes }: KnownInstance): boolean {
    if (this.instances.has(instance)) return false;
    const { subset = '' } = attributes;
    let at = this.parts.findIndex((p) => p.split === split && p.subset === subset);
    if (at < 0) at = this.parts.push({ split, subset, size: 0 }) - 1;
    const part = this.parts[at];
    if (part !== undefined) part.size++;
    this.partOf[this.instances.size] = at;
    this.instances.set(instance, this.instances.size);
    return true;
  }

  /** Gives false when this instance has a response of this name (under this condition) already. */
  addResponse({ instance, response, condition = '' }: KnownResponse): boolean {
    const key = condition === '' ? instance + SEP + response : instance + SEP + response + SEP + condition;
    if (this.responses.has(key)) return false;
    this.responses.set(key, this.responses.size);
    return true;
  }

  /** Gives the number of an instance, from 0; undefined when unknown. */
  instance(id: string): number | undefined {
    return this.instances.get(id);
  }

  /** Gives the number of a response, from 0; undefined when unknown. */
  response(instance: string, response: string): number | undefined {
    return this.responses.get(instance + SEP + response);
  }

  /** Gives the split and subset that an instance is in; a run may judge one such part and leave the others out. */
  part(instance: number): SplitPart | undefined {
    return this.parts[this.partOf[instance] ?? -1];
  }

  split(instance: number): string {
    return this.part(instance)?.split ?? '';
  }
}
