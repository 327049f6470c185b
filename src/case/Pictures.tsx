import { type ReactNode, useRef, useState } from 'react';
import { dataAddress } from '../client/manifest.ts';
import type { Case } from '../schema/shard.ts';
import { isHeld } from '../ui/href.ts';
import { keyed } from '../ui/lists.ts';
import { PagePart } from '../ui/loading.tsx';
import { Text } from '../ui/Text.tsx';
import { visibleText } from '../ui/visible.ts';
import {
  areElsewhere,
  areSameMedia,
  type CaseMedia,
  elsewhereWords,
  mediaOf,
  NO_MEDIA,
  NO_PICTURE,
  PICTURE_ELSEWHERE,
  pictureName,
  placeClass,
  siteOf,
  whyMissing,
  wiped,
} from './sides.ts';
import type { CaseState } from './state.ts';

const loadDialog = () => import('./ZoomDialog.tsx');

interface ZoomProps {
  readonly address: string;
  readonly alt: string;
  /** What is enlarged, where there are several. */
  readonly what: string;
}

/** Shows a button that opens a picture at the size of the window, or larger. The dialog's code is loaded on demand and kept. */
function PictureZoom({ address, alt, what }: ZoomProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn quiet zoom-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Zoom<span className="hidden"> {what}</span>
      </button>
      {open === null ? null : (
        <PagePart load={loadDialog}>
          {({ ZoomDialog }) => (
            <ZoomDialog
              address={address}
              alt={alt}
              title={what}
              open={open}
              back={button}
              onClose={() => setOpen(false)}
            />
          )}
        </PagePart>
      )}
    </>
  );
}

/** The address of a picture that this site holds; null for one that is missing or lies elsewhere. */
const pictureAddress = ({ src }: CaseMedia): string | null => (isHeld(src) ? dataAddress(src) : null);

function Explained({ media, children }: { readonly media: CaseMedia; readonly children: ReactNode }) {
  return (
    <div className="no-picture">
      <b>{NO_PICTURE}</b>
      <p>{children}</p>
      {media.alt === '' ? null : (
        <p>
          Described as: <Text text={media.alt} />
        </p>
      )}
    </div>
  );
}

/** Opens a remote picture at its origin, if a browser may follow the address; others are only named. */
function Address({ src, children }: { readonly src: string; readonly children: ReactNode }) {
  if (!/^https?:/i.test(src) || !URL.canParse(src)) return children;
  return (
    <a href={src} rel="noopener nofollow ugc">
      {children}
    </a>
  );
}

/** Lists pictures that lie on other sites: what each shows, and where it is. */
function PicturesElsewhere({ media }: { readonly media: readonly CaseMedia[] }) {
  const [heading, said] = elsewhereWords(media.length);
  return (
    <div className="picture">
      <h2 className="pane-head">{heading}</h2>
      <div className="no-picture">
        <p>{said}</p>
        <ul>
          {keyed(media, ({ src }) => String(src)).map(({ key, item: { src, alt } }) => (
            <li key={key}>
              <Address src={src ?? ''}>{alt === '' ? visibleText(src ?? '') : visibleText(alt)}</Address>{' '}
              <small>{siteOf(src ?? '')}</small>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Why the picture is not shown, where it is null or lies elsewhere. */
function Absent({ media }: { readonly media: CaseMedia }) {
  if (media.src !== null) {
    return (
      <Explained media={media}>
        {PICTURE_ELSEWHERE}{' '}
        <Address src={media.src}>
          <code>{visibleText(media.src)}</code>
        </Address>
      </Explained>
    );
  }
  return <Explained media={media}>{whyMissing(media)}</Explained>;
}

function Broken({ media, onRetry }: { readonly media: CaseMedia; readonly onRetry: () => void }) {
  return (
    <Explained media={media}>
      The file could not be loaded, or is no picture.{' '}
      <button type="button" className="btn" onClick={onRetry}>
        Try again
      </button>
    </Explained>
  );
}

/** Shows one picture under its name, with its zoom, or the reason why there is none. */
function CasePicture({ media, name }: { readonly media: CaseMedia; readonly name: string }) {
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  const address = pictureAddress(media);
  const alt = visibleText(media.alt);
  const retry = (): void => {
    setAttempt(attempt + 1);
    setBroken(false);
  };
  return (
    <div className="picture">
      <div className="pane-head">
        <h2>{name}</h2>
        <span className="spacer" />
        {address === null || broken ? null : <PictureZoom address={address} alt={alt} what={name} />}
      </div>
      {address === null ? (
        <Absent media={media} />
      ) : broken ? (
        <Broken media={media} onRetry={retry} />
      ) : (
        <img key={attempt} src={address} alt={alt} onError={() => setBroken(true)} />
      )}
    </div>
  );
}

interface WipedPicture {
  readonly address: string;
  readonly alt: string;
}

interface WipeProps {
  readonly before: WipedPicture;
  readonly after: WipedPicture;
  /** One of the two is no picture. */
  readonly onBroken: () => void;
}

const MIDDLE = 50;

/** Shows two pictures on top of each other and a line to draw across: left of it before, right of it after. */
function PictureWipe({ before, after, onBroken }: WipeProps) {
  const [at, setAt] = useState(MIDDLE);
  const [first, second] = [visibleText(before.alt), visibleText(after.alt)];
  return (
    <div className="picture">
      <div className="pane-head">
        <h2>Before</h2>
        <PictureZoom address={before.address} alt={first} what="Picture before" />
        <span className="spacer" />
        <PictureZoom address={after.address} alt={second} what="Picture after" />
        <h2>After</h2>
      </div>
      <div className="wipe" style={{ '--at': `${at}%` } as Record<`--${string}`, string>}>
        <img src={before.address} alt={`Before: ${first}`} onError={onBroken} />
        <img className="after" src={after.address} alt={`After: ${second}`} onError={onBroken} />
        <span className="wipe-line" aria-hidden="true" />
        <input
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label="Line between the picture before and after"
          aria-valuetext={`${at} % before, ${100 - at} % after`}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
        />
      </div>
    </div>
  );
}

interface ListProps {
  readonly media: readonly CaseMedia[];
  readonly name: string;
  /** Shown where there is no picture; '' where the question needs none. */
  readonly unseen: string;
}

function List({ media, name, unseen }: ListProps) {
  if (media.length === 0) {
    return (
      <div className="picture">
        <h2 className="pane-head">{name}</h2>
        <p className="no-picture">{unseen === '' ? NO_MEDIA : unseen}</p>
      </div>
    );
  }
  if (areElsewhere(media)) return <PicturesElsewhere media={media} />;
  return keyed(media, ({ src }) => String(src)).map(({ key, item }, i) => (
    <CasePicture key={key} media={item} name={pictureName(name, i, media.length)} />
  ));
}

interface BothProps {
  readonly before: readonly CaseMedia[];
  readonly after: readonly CaseMedia[];
  readonly unseen: string;
}

/** Shows both sides of a perturbation: under a wipe where each has a picture of its own, else one below the other. */
function Both({ before, after, unseen }: BothProps) {
  const [broken, setBroken] = useState(false);
  const pair = broken ? null : wiped(before, after);
  if (pair !== null) {
    return (
      <PictureWipe
        before={{ address: dataAddress(pair.before.src), alt: pair.before.alt }}
        after={{ address: dataAddress(pair.after.src), alt: pair.after.alt }}
        onBroken={() => setBroken(true)}
      />
    );
  }
  return (
    <>
      <List media={before} name="Picture before" unseen={unseen} />
      <List media={after} name="Picture after" unseen={unseen} />
    </>
  );
}

interface PicturesProps {
  readonly data: Case;
  readonly side: CaseState['side'];
  readonly condition: string | null;
  /** Names what the benchmark's authors do not publish; '' where they publish all. */
  readonly unseen: string;
}

export function CasePictures({ data, side, condition, unseen }: PicturesProps) {
  const before = mediaOf(data, 'before', condition);
  const after = mediaOf(data, 'after', condition);
  const same = condition === null || areSameMedia(before, after);
  return (
    <section className={placeClass(data.media)} aria-label="Picture">
      {same ? <List media={before} name="Picture" unseen={unseen} /> : null}
      {!same && side === 'both' ? <Both before={before} after={after} unseen={unseen} /> : null}
      {!same && side === 'before' ? <List media={before} name="Picture before" unseen={unseen} /> : null}
      {!same && side === 'after' ? <List media={after} name="Picture after" unseen={unseen} /> : null}
    </section>
  );
}
