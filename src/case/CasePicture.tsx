import { type ReactNode, useState } from 'react';
import { dataAddress } from '../client/manifest.ts';
import { isHeld } from '../ui/held.ts';
import { keyed } from '../ui/keyed.ts';
import { Text } from '../ui/Text.tsx';
import { visibleText } from '../ui/visible.ts';
import { type CaseMedia, elsewhereWords, NO_PICTURE, PICTURE_ELSEWHERE, siteOf, whyMissing } from './media.ts';
import { PictureZoom } from './Zoom.tsx';

/** The address of a picture that this site holds; null for one that is missing or lies elsewhere. */
const pictureAddress = ({ src }: CaseMedia): string | null => (isHeld(src) ? dataAddress(src) : null);

/** Says why there is no picture, and what it would show. */
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
export function PicturesElsewhere({ media }: { readonly media: readonly CaseMedia[] }) {
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
export function CasePicture({ media, name }: { readonly media: CaseMedia; readonly name: string }) {
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
